import type { PanelPosition } from "../progress/local-position";
import type { ReaderAction } from "./keyboard-shortcuts";

/** Elements of a reading page, by its markup. */
export interface ReaderElements {
  root: HTMLElement;
  title: HTMLElement;
  tools: HTMLElement;
  end: HTMLElement;
  scenes: { section: HTMLElement; number: number; panels: HTMLElement[] }[];
  /** Width divided by height of all panels. */
  aspect: number;
}

/** The elements around the scenes. */
export function findReaderElements(holder: HTMLElement | null): ReaderElements | null {
  const root = holder?.closest<HTMLElement>(".reader");
  const find = (selector: string) => root?.querySelector<HTMLElement>(selector);
  const title = find(".title-page");
  const tools = find(".tools");
  const end = find(".the-end");
  if (!root || !holder || !title || !tools || !end) return null;
  const scenes = [...root.querySelectorAll<HTMLElement>("[data-scene]")].map((section) => ({
    section,
    number: Number(section.dataset.scene),
    panels: [...section.querySelectorAll<HTMLElement>(".strip .panel")],
  }));
  const aspect = Number(holder.style.getPropertyValue("--a")) || 0.75;
  return { root, title, tools, end, scenes, aspect };
}

/** The reader's position: a panel, the title or the end. */
export type ReadingPosition = PanelPosition | "title" | "end";

/** A reading mode: strip or page by page. */
export interface ReadingMode {
  go: (where: "next" | "back" | "first" | "last") => void;
  /** Shows a panel at once. */
  show: (position: PanelPosition) => void;
  getPosition: () => ReadingPosition;
  /** Whether the open page extends beyond the window in this direction. */
  hasOverflow?: (action: ReaderAction) => boolean;
  destroy: () => void;
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
