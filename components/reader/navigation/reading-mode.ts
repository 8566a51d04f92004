import type { PanelPosition } from "@/lib/stories/reading/parts";
import type { ReaderAction } from "./keyboard-shortcuts";

/** The elements of a reading page. */
export interface ReaderElements {
  root: HTMLElement;
  title: HTMLElement;
  tools: HTMLElement;
  end: HTMLElement;
  /** Contains the scenes; page and panel mode fill the window with it. */
  stage: HTMLElement;
  scenes: { section: HTMLElement; number: number; panels: HTMLElement[] }[];
}

/** Finds the elements of the reading page that `holder` belongs to. */
export function findReaderElements(holder: HTMLElement | null): ReaderElements | null {
  const root = holder?.closest<HTMLElement>(".reader");
  const find = (selector: string) => root?.querySelector<HTMLElement>(selector);
  const title = find(".title-page");
  const tools = find(".tools");
  const end = find(".the-end");
  const stage = find(".stage");
  if (!root || !title || !tools || !end || !stage) return null;
  const scenes = [...root.querySelectorAll<HTMLElement>("[data-scene]")].map((section) => ({
    section,
    number: Number(section.dataset.scene),
    panels: [...section.querySelectorAll<HTMLElement>(".strip .panel")],
  }));
  return { root, title, tools, end, stage, scenes };
}

/** Behind the age gate the reading page has no size: nothing loads, and keys have no effect. */
export const isBehindAgeGate = (element: Element | null): boolean =>
  element?.closest(".reader")?.clientWidth === 0;

/** The reader's position: a panel, the title or the end. */
export type ReadingPosition = PanelPosition | "title" | "end";

/** What every reading mode offers. */
export interface ReadingMode {
  go: (where: "next" | "back" | "first" | "last") => void;
  /** Shows a panel at once. */
  show: (position: PanelPosition) => void;
  getPosition: () => ReadingPosition;
  /** Whether the title or the end extends beyond the window in this direction. */
  hasOverflow?: (action: ReaderAction) => boolean;
  /** In page and panel mode. */
  zoom?: (by: "in" | "out" | "fit") => void;
  toggleControls?: () => void;
}

/** Wide enough for pages as their author composed them (reader.css). */
export const isWideScreen = () => matchMedia("(width >= 48rem)").matches;

export const findPanel = (
  parts: ReaderElements,
  position: PanelPosition,
): HTMLElement | undefined => {
  const scene = parts.scenes.find(({ number }) => number === position.scene);
  return scene?.panels[position.panel] ?? scene?.panels[0];
};
