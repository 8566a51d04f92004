import { type PanelPosition, positionInHash } from "@/lib/stories/reading/parts";
import {
  findPanel,
  findReaderElements,
  type ReadingMode,
  type ReadingPosition,
} from "./reading-mode";

/** A panel in the address that the browser has not found: without a picture, or deleted since. */
export const missedInHash = () =>
  window.scrollY === 0 && !document.getElementById(window.location.hash.slice(1))
    ? positionInHash(window.location.hash)
    : null;

/** The panel's link, its only focusable element. */
export function findPanelLink(holder: HTMLElement | null, at: PanelPosition) {
  const parts = findReaderElements(holder);
  return parts && findPanel(parts, at)?.querySelector<HTMLElement>(".panel-link");
}

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
 * Opens the panel of a clicked link, whose address is that of its picture for browsers without
 * scripts. In page and panel mode 'Back to Top' leads to the title.
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
