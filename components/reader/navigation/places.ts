import { type PanelPosition, positionInHash } from "@/lib/stories/reading/parts";
import { findReaderElements, type ReadingMode, type ReadingPosition } from "./reading-mode";

/** Where an address leads; people return to `#end` who signed in there. */
export const startInHash = (): ReadingPosition =>
  positionInHash(window.location.hash) ?? (window.location.hash === "#end" ? "end" : "title");

/** The panel's link, its only focusable element. */
export const findPanelLink = (holder: HTMLElement | null, { scene, panel }: PanelPosition) =>
  findReaderElements(holder)
    ?.scenes.find(({ number }) => number === scene)
    ?.panels[panel]?.querySelector<HTMLElement>(".panel-link");

export function positionOf(panel: HTMLElement): PanelPosition | null {
  const section = panel.closest<HTMLElement>("[data-scene]");
  if (!section) return null;
  const panels = [...section.querySelectorAll(".strip .panel")];
  return { scene: Number(section.dataset.scene), panel: panels.indexOf(panel) };
}

export function goTo(reading: ReadingMode | null, where: ReadingPosition) {
  if (where === "end") reading?.go("last");
  else if (where !== "title") reading?.show(where);
}

/**
 * A panel's link opens it, and without a script its picture. In page and panel mode 'Back to Top'
 * leads to the title.
 */
export function openLink(
  event: MouseEvent,
  reading: ReadingMode | null,
  open: (panel: HTMLElement) => void,
) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const panel = link.matches(".panel-link") && link.closest<HTMLElement>(".panel");
  if (panel) {
    event.preventDefault();
    open(panel);
  } else if (link.matches(".the-end [href='#main']")) reading?.go("first");
}
