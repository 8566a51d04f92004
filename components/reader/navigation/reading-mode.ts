import type { PanelPosition } from "../progress/local-position";
import type { ReaderAction } from "./keyboard-shortcuts";

/** Elements of a reading page, by its markup. */
export interface ReaderElements {
  root: HTMLElement;
  title: HTMLElement;
  tools: HTMLElement;
  end: HTMLElement;
  /** Around the scenes; page and panel mode show them in it. */
  stage: HTMLElement;
  scenes: { section: HTMLElement; number: number; panels: HTMLElement[] }[];
}

/** The elements around the scenes. */
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

/** The reader's position: a panel, the title or the end. */
export type ReadingPosition = PanelPosition | "title" | "end";

/** What all reading modes do. */
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
