import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import {
  findPanel,
  isWideScreen,
  type ReaderElements,
  type ReadingMode,
  type ReadingPosition,
} from "./reading-mode";

/** A panel counts as reached when its upper edge has come this near to its place, in px. */
const snapTolerance = 48;
/** Scrolled less than this, in px, the reader has not begun. */
const startThreshold = 80;
/** Keys that follow each other faster than this, in ms, count on from where the last one leads. */
const repeatWindow = 700;

/** The strip scrolls as any page does; arrows go from panel to panel, or from tier to tier. */
export function createStripMode(parts: ReaderElements): ReadingMode {
  const panels = parts.scenes.flatMap(({ number, panels }) =>
    panels.map((panel, index) => ({ panel, place: { scene: number, panel: index } })),
  );
  const all = panels.map(({ panel }) => panel);
  const firsts = all.filter((panel) => panel === panel.parentElement?.firstElementChild);
  const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
  const margin = () =>
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

  const scrollTo = (element: HTMLElement | undefined, behavior: ScrollBehavior = "instant") =>
    element?.scrollIntoView({ block: "start", behavior });
  const toTop = () => window.scrollTo({ top: 0, behavior: "instant" });

  function getPosition(): ReadingPosition {
    if (window.scrollY < startThreshold) return "title";
    const middle = window.innerHeight / 2;
    if (topOf(parts.end) < middle) return "end";
    return panels.findLast(({ panel }) => topOf(panel) < middle)?.place ?? "title";
  }

  // Where the page is on its way to, while it scrolls smoothly.
  let scrollTarget = { index: -1, at: Number.NEGATIVE_INFINITY };

  function step(by: 1 | -1) {
    const snapTargets = [...(isWideScreen() ? firsts : all), parts.end];
    const line = margin();
    const isRepeated = performance.now() - scrollTarget.at < repeatWindow;
    const passed = snapTargets.findLastIndex((stop) => topOf(stop) <= line + snapTolerance);
    const here = snapTargets[passed];
    // A panel that was scrolled into is gone back to before the one above it.
    const isInside = by < 0 && here !== undefined && topOf(here) < line - snapTolerance;
    const index = isRepeated ? scrollTarget.index + by : passed + (isInside ? 0 : by);
    scrollTarget = {
      index: Math.min(Math.max(index, -1), snapTargets.length - 1),
      at: performance.now(),
    };
    const stop = snapTargets[scrollTarget.index];
    if (stop) scrollTo(stop, prefersReducedMotion() ? "instant" : "smooth");
    else toTop();
  }

  return {
    getPosition,
    show: (place) => scrollTo(findPanel(parts, place)),
    go(where) {
      if (where === "first") toTop();
      else if (where === "last") scrollTo(parts.end);
      else step(where === "next" ? 1 : -1);
    },
    destroy: () => undefined,
  };
}
