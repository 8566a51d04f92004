import type { Place } from "./place";

/** The parts of a reading page, as its markup names them. */
export interface Parts {
  root: HTMLElement;
  title: HTMLElement;
  tools: HTMLElement;
  end: HTMLElement;
  scenes: { section: HTMLElement; number: number; panels: HTMLElement[] }[];
  /** Width over height of all panels. */
  aspect: number;
}

export function partsOf(root: HTMLElement): Parts | null {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const title = find(".title-page");
  const tools = find(".tools");
  const end = find(".the-end");
  const holder = find(".scenes");
  if (!title || !tools || !end || !holder) return null;
  const scenes = [...root.querySelectorAll<HTMLElement>("[data-scene]")].map((section) => ({
    section,
    number: Number(section.dataset.scene),
    panels: [...section.querySelectorAll<HTMLElement>(".strip > .panel")],
  }));
  const aspect = Number(holder.style.getPropertyValue("--a")) || 0.75;
  return { root, title, tools, end, scenes, aspect };
}

/** One of the two ways to read: down a strip, or page by page. */
export interface ReadingMode {
  go: (where: "next" | "back" | "first" | "last") => void;
  /** Shows a panel at once. */
  show: (place: Place) => void;
  /** Where the reader is: a panel, the title or the end. */
  now: () => Place | "title" | "end";
  stop: () => void;
}

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const panelAt = (parts: Parts, place: Place): HTMLElement | undefined => {
  const scene = parts.scenes.find(({ number }) => number === place.scene);
  return scene?.panels[place.panel] ?? scene?.panels[0];
};
