import { maxOf, minOf } from "@/lib/platform/min-max";
import type { ReaderElements } from "../navigation/reading-mode";
import { type Box, minLetters, type PanelBox, pageGap, pageWidth, type Sheet } from "./camera";

/** A scene as a page. */
export interface Page extends Sheet {
  section: HTMLElement;
  /** The element that is scaled and moved. */
  sheet: HTMLElement;
  panels: HTMLElement[];
  /** Number of its scene. */
  number: number;
}

/** Reads the sizes of all pages from their styles, since hidden pages have no boxes. */
export function readPages({ scenes }: ReaderElements): Page[] {
  return scenes.flatMap(({ section, panels, number }) => {
    const sheet = section.querySelector<HTMLElement>(".comic-page");
    if (!sheet) return [];
    const read = (name: string) => Number(sheet.style.getPropertyValue(name)) || 0;
    // The panels of a column take two thirds of the page elsewhere, and all of it here.
    const share = sheet.classList.contains("comic-column") ? 2 / 3 : 1;
    const legibleWidth = Number(sheet.dataset.legible ?? 0) * share;
    const height = (read("--page-tall") / share) * pageWidth + read("--page-gaps") * pageGap;
    return [
      {
        section,
        sheet,
        panels,
        number,
        width: pageWidth,
        height,
        legible: legibleWidth / pageWidth,
      },
    ];
  });
}

/** Measures the panels and bubbles of a page that is shown. `x` and `y` place it on its sheet. */
export const measurePanels = (page: Page, x: number, y: number): PanelBox[] =>
  page.panels.map((panel) => {
    // Without the frame: as wide as picture and letters.
    const box = {
      x: x + panel.offsetLeft + panel.clientLeft,
      y: y + panel.offsetTop + panel.clientTop,
      width: panel.clientWidth,
      height: panel.clientHeight,
    };
    return { ...box, ...measureBubbles(panel, box) };
  });

function measureBubbles(
  panel: HTMLElement,
  box: Box,
): { legible: number; bubbles: PanelBox["bubbles"] } {
  const layer = [...panel.querySelectorAll<SVGSVGElement>("svg.panel-bubbles")].find(
    (one) => one.clientWidth > 0,
  );
  const letters = [...(layer?.querySelectorAll(".lettering") ?? [])];
  if (!layer || letters.length === 0) return { legible: 0, bubbles: [] };
  const unit = layer.clientWidth / layer.viewBox.baseVal.width;
  const smallest = minOf(letters.map((one) => Number(one.getAttribute("font-size"))));
  const bubbles = [...layer.children].map((bubble) => {
    const { x, y, width, height } = (bubble as SVGGElement).getBBox();
    return {
      x: box.x + x * unit,
      y: box.y + y * unit,
      width: width * unit,
      height: height * unit,
      isRightToLeft: bubble.querySelector("[direction=rtl]") !== null,
    };
  });
  return { legible: minLetters / (smallest * unit), bubbles };
}

/** The scale at which the letters of all panels are legible. */
export const legibleScale = (panels: readonly PanelBox[]) =>
  maxOf(
    panels.map(({ legible }) => legible),
    0,
  );
