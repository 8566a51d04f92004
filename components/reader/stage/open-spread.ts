import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import { isWideScreen } from "../navigation/reading-mode";
import type { Fit } from "../reading-settings";
import {
  type Box,
  clampView,
  nearestView,
  type PanelBox,
  pageGap,
  panelViews,
  type Size,
  sheetScale,
  sheetViews,
  sideBySide,
  type View,
  wholeScale,
  zoomView,
} from "./camera";
import { loadPicture } from "./load-picture";
import { legibleScale, measurePanels, type Page } from "./measure-pages";

/** Margin in px around a panel that is shown alone. */
const margin = { wide: 12, narrow: 0 };
const maxScale = 6;
/** px; a shorter movement of the page does not count. */
const movedDistance = 40;

interface SpreadOptions {
  stage: HTMLElement;
  /** Pages on the screen, in the order of reading. */
  pages: readonly Page[];
  mode: "page" | "panel";
  fit: Fit;
  isRightToLeft: boolean;
  window: Size;
}

/** Opens one page, or two side by side, under a camera that rests at stops. */
export function openSpread({ stage, pages, mode, fit, isRightToLeft, window }: SpreadOptions) {
  const sheet = sideBySide(pages);
  const order = isRightToLeft ? pages.toReversed() : pages;
  const places = pages.map((page) => ({
    x: order.slice(0, order.indexOf(page)).reduce((sum, { width }) => sum + width + pageGap, 0),
    y: (sheet.height - page.height) / 2,
  }));
  const elements = pages.flatMap(({ panels }) => panels);

  /** Measures the panels with the lettering that is shown: the page's, or that of a single panel. */
  function measure(isAlone: boolean): PanelBox[] {
    if (isAlone) stage.dataset.lettering = "alone";
    else delete stage.dataset.lettering;
    return pages.flatMap((page, index) =>
      measurePanels(page, places[index]?.x ?? 0, places[index]?.y ?? 0),
    );
  }
  let panels = measure(mode === "panel");
  const legible = Math.max(sheet.legible, legibleScale(panels));
  const scale = mode === "page" ? sheetScale({ ...sheet, legible }, window, fit) : null;
  const stops: { view: View; panel: number | null }[] =
    scale === null
      ? panelStops()
      : sheetViews(sheet, panels, window, scale, isRightToLeft).map((view) => ({
          view,
          panel: null,
        }));

  function panelStops() {
    panels = measure(true);
    const around = 2 * (isWideScreen() ? margin.wide : margin.narrow);
    return panelViews(panels, { width: window.width - around, height: window.height - around });
  }

  let view: View = { x: 0, y: 0, scale: 1 };
  /** Index of the last stop; the reader may have moved the view away from it. */
  let at = 0;
  const stop = () => stops[at] as { view: View; panel: number | null };
  const whole = wholeScale(sheet, window);
  const nearestStop = (to: View) =>
    nearestView(
      stops.map((one) => one.view),
      to,
    );

  function look(next: View, isSmooth: boolean) {
    view = next;
    stage.toggleAttribute("data-smooth", isSmooth);
    for (const [index, page] of pages.entries()) {
      const x = window.width / 2 + ((places[index]?.x ?? 0) - next.x) * next.scale;
      const y = window.height / 2 + ((places[index]?.y ?? 0) - next.y) * next.scale;
      page.sheet.style.transform = `translate(${x}px, ${y}px) scale(${next.scale})`;
    }
    // Other panels are seen from further away.
    const isWhole =
      stop().panel !== null &&
      next !== stop().view &&
      next.scale <= Math.max(whole * 1.01, stop().view.scale * 0.9);
    stage.toggleAttribute("data-whole", isWhole);
  }

  function goTo(index: number, isSmooth: boolean) {
    at = Math.min(Math.max(index, 0), stops.length - 1);
    look(stop().view, isSmooth);
    markPanel();
    loadPictures();
  }

  /** Dims all panels but the one that is shown alone, and plays its video. */
  function markPanel() {
    const alone = stop().panel;
    for (const [index, element] of elements.entries()) {
      element.toggleAttribute("data-aside", alone !== null && index !== alone);
      const video = element.querySelector("video");
      if (!video || mode === "page") continue;
      if (index !== alone) video.pause();
      else if (!prefersReducedMotion()) {
        video.muted = true;
        // Refused: its controls are visible.
        video.play().catch(() => undefined);
      }
    }
  }

  function loadPictures() {
    for (const [index, element] of elements.entries())
      loadPicture(element, (panels[index]?.width ?? 0) * view.scale);
  }

  /** What stays in the window: the panel that is shown alone, or everything. */
  function bounds(scale: number): Box {
    const { panel } = stop();
    const first = stops.find((one) => one.panel === panel)?.view.scale ?? 0;
    const box = panel === null ? undefined : panels[panel];
    return box && scale >= first * 0.99 ? box : { x: 0, y: 0, ...sheet };
  }

  /** @returns whether the view has changed */
  function setView(next: View, isSmooth: boolean): boolean {
    const before = view;
    const least = Math.min(whole, stop().view.scale);
    const scale = Math.min(Math.max(next.scale, least), maxScale);
    look(clampView({ ...next, scale }, bounds(scale), window), isSmooth);
    const moved = Math.hypot(view.x - before.x, view.y - before.y) * scale;
    return scale !== before.scale || moved > 0.5;
  }

  return {
    elements,
    /** Index of the panel that is shown alone. */
    alone: () => stop().panel,
    toFirst: () => goTo(0, false),
    toLast: () => goTo(stops.length - 1, false),
    /** @param panel index among all panels of the spread */
    toPanel(panel: number) {
      const alone = stops.findIndex((one) => one.panel === panel);
      const box = panels[panel];
      if (alone >= 0 || !box) return goTo(alone, false);
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2, scale: 1 };
      goTo(nearestStop(middle), false);
    },
    /** Index of the panel that is shown alone, or of the first one in the window. */
    panel() {
      const top = view.y - window.height / 2 / view.scale;
      const seen = panels.findIndex(({ y, height }) => y + height / 2 > top);
      return stop().panel ?? Math.max(seen, 0);
    },
    /** Moves on within the spread. @returns false if there is no more to see */
    step(by: 1 | -1): boolean {
      const { view: target, panel } = stop();
      if (panel === null && view.scale > Math.max(whole, target.scale) * 1.01) {
        // Enlarged by the reader.
        const views = sheetViews(sheet, panels, window, view.scale, isRightToLeft);
        const next = views[nearestView(views, view) + by];
        if (next) look(next, true);
        return next !== undefined;
      }
      if (view.scale < target.scale || stage.hasAttribute("data-whole")) {
        goTo(at, true);
        return true;
      }
      if (
        panel === null &&
        Math.hypot(target.x - view.x, target.y - view.y) * view.scale > movedDistance
      )
        at = nearestStop(view);
      if (!stops[at + by]) return false;
      goTo(at + by, true);
      return true;
    },
    pan: (dx: number, dy: number) =>
      setView({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, false),
    zoomAt: (factor: number, point: { x: number; y: number }, isSmooth = false) =>
      setView(zoomView(view, factor, point, window), isSmooth),
    /** Between the stop and the whole page, or back from where the reader has moved. */
    zoomToFit() {
      if (view !== stop().view) return goTo(at, true);
      setView({ x: sheet.width / 2, y: sheet.height / 2, scale: whole }, true);
    },
    /** Twice as large as the stop, or back to it. */
    toggleZoom(point: { x: number; y: number }) {
      const target = stop().view.scale;
      if (view.scale > target * 1.05) goTo(at, true);
      else setView(zoomView(view, (2 * target) / view.scale, point, window), true);
    },
    /** In which directions there is more to see. */
    isLarger() {
      const { width, height } = bounds(view.scale);
      return {
        x: width * view.scale > window.width + 1,
        y: height * view.scale > window.height + 1,
      };
    },
    loadPictures,
    close() {
      for (const element of elements) {
        element.removeAttribute("data-aside");
        // On a page they play while in view, and a pause would count as the reader's.
        if (mode === "panel") element.querySelector("video")?.pause();
      }
      for (const { sheet } of pages) sheet.style.transform = "";
    },
  };
}
