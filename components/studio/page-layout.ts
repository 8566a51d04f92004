import type { AspectRatio } from "@/lib/stories/schema";

/**
 * How the panels of a scene share the page. Every panel keeps the story's format, because bubbles
 * lie on the whole picture; what varies is the size. A tier is a band across the page: panels side
 * by side, or a large one with a stack of small ones beside it that is exactly as tall.
 */
export interface Tier {
  kind: "row-1" | "row-2" | "row-3" | "lead-2" | "lead-3";
  panels: number;
}

const tier = (kind: Tier["kind"]): Tier => {
  const [form, count] = kind.split("-") as ["row" | "lead", string];
  return { kind, panels: Number(count) + (form === "lead" ? 1 : 0) };
};

const tall: Record<number, Tier["kind"][]> = {
  1: ["row-1"],
  2: ["row-2"],
  3: ["lead-2"],
  4: ["lead-3"],
  5: ["row-2", "row-3"],
  6: ["lead-2", "row-3"],
};
/** A stack of three would be too small to read where panels are wide. */
const wide: typeof tall = { ...tall, 4: ["row-1", "row-3"] };

/** The tiers for one to six panels; more than that goes on in rows of three. */
export function pageTiers(panels: number, aspectRatio: AspectRatio): Tier[] {
  if (panels <= 0) return [];
  const known = (aspectRatio === "3:2" ? wide : tall)[Math.min(panels, 6)] ?? [];
  const tiers = known.map(tier);
  for (let left = panels - 6; left > 0; left -= 3) tiers.push({ kind: "row-3", panels: left });
  return tiers;
}

/** Where each panel lies on a page of this width, for a small drawing of the layout. */
export function pageBoxes(
  panels: number,
  aspectRatio: AspectRatio,
  { width, gap, aspect }: { width: number; gap: number; aspect: number },
): { x: number; y: number; width: number; height: number }[] {
  const boxes: { x: number; y: number; width: number; height: number }[] = [];
  let y = 0;
  for (const { kind } of pageTiers(panels, aspectRatio)) {
    const [form, count] = kind.split("-");
    const n = Number(count);
    if (form === "row") {
      const w = (width - gap * (n - 1)) / n;
      for (let i = 0; i < n; i += 1) {
        boxes.push({ x: i * (w + gap), y, width: w, height: w / aspect });
      }
      y += w / aspect + gap;
    } else {
      const w = (width - gap * (1 + (n - 1) * aspect)) / (n + 1);
      const lead = width - gap - w;
      const height = lead / aspect;
      boxes.push({ x: 0, y, width: lead, height });
      for (let i = 0; i < n; i += 1) {
        boxes.push({ x: lead + gap, y: y + i * (w / aspect + gap), width: w, height: w / aspect });
      }
      y += height + gap;
    }
  }
  return boxes;
}
