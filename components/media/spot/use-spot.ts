"use client";
import { useRef, useState } from "react";
import { useDraft } from "@/components/ui/forms/use-draft";
import { toast } from "@/components/ui/toast";
import { type MaskBox, type MaskShapes, maskShapes, pictureMask } from "@/lib/media/repair/mask";
import { findProblem } from "@/lib/platform/zod";
import { type SpotShape, spotDrafts } from "./spot-drafts";

export const spotPlaceholder = "What should be here?";

/** Widths of the brushes, as fractions of the picture's width. */
export const brushes = { Small: 0.04, Medium: 0.09, Large: 0.18 } as const;
export type SpotTool = keyof typeof brushes | "Box";

const isBox = (shape: SpotShape): shape is MaskBox => "x" in shape;

const toMask = (shapes: readonly SpotShape[]): MaskShapes => ({
  strokes: shapes.flatMap((one) => (isBox(one) ? [] : [one])),
  boxes: shapes.filter(isBox),
});

/** Whether a spot is being marked. */
export const hasSpot = (id: string): boolean => spotDrafts.get(id)?.isOn === true;

/** Maximum number of undo steps. */
const maxSteps = 100;

/**
 * The spot that an author marks on a picture for a change, kept as a draft until the changed picture
 * has arrived.
 * @param id of the panel, character or location
 * @param url the selected picture; null for none
 */
export function useSpot(id: string, url: string | null) {
  const [draft, setDraft] = useDraft(spotDrafts, id);
  const [tool, setTool] = useState<SpotTool>("Medium");
  const past = useRef<SpotShape[][]>([]);
  const own = draft !== null && draft.url === url ? draft : null;
  const isOn = own?.isOn === true;
  const shapes = own?.shapes ?? [];
  const mask = toMask(shapes);

  const keep = (next: SpotShape[], on = true) => {
    if (url !== null) setDraft({ url, isOn: on, shapes: next });
  };
  function change(next: SpotShape[]) {
    const problem = findProblem(maskShapes, toMask(next));
    if (problem) return void toast.error(problem);
    past.current = [...past.current, shapes].slice(-maxSteps);
    keep(next);
  }

  return {
    isOn,
    shapes,
    mask,
    /** Why the marked spot cannot be sent; null if it can. */
    problem: isOn ? findProblem(pictureMask, mask) : null,
    tool,
    setTool,
    /** Keeps marks of another picture: takes of a panel have the same composition. */
    toggle: () => keep(draft?.shapes ?? [], !isOn),
    add: (shape: SpotShape) => change([...shapes, shape]),
    /** @param box null removes it */
    replace: (index: number, box: MaskBox | null) =>
      change(shapes.flatMap((one, at) => (at !== index ? [one] : box ? [box] : []))),
    clear: () => change([]),
    /** After a reload, which loses the steps, removes the latest shape. */
    undo: () => keep(past.current.pop() ?? shapes.slice(0, -1)),
    canUndo: past.current.length > 0 || shapes.length > 0,
    /** Forgets the spot. */
    reset() {
      past.current = [];
      setDraft(null);
    },
  };
}
export type Spot = ReturnType<typeof useSpot>;
