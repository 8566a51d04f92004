import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import {
  findPanel,
  type ReaderElements,
  type ReadingMode,
  type ReadingPosition,
} from "./reading-mode";

/** Pixels; a panel counts as reached when its upper edge is this near to its target. */
const snapTolerance = 48;
/** Pixels; with less scrolling the reader has not begun. */
const startThreshold = 80;
/** Milliseconds; keys that follow faster continue from the target of the last one. */
const repeatWindow = 700;

/** As in reader.css: on a narrower screen the panels are a column. */
const areSideBySide = () => matchMedia("(width >= 56rem)").matches;

/** Scrolls as usual; arrows move by panel, or by tier. */
export function createScrollMode(parts: ReaderElements): ReadingMode {
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

  // Target of a smooth scroll in progress.
  let scrollTarget = { index: -1, at: Number.NEGATIVE_INFINITY };

  function step(by: 1 | -1) {
    const snapTargets = [...(areSideBySide() ? firsts : all), parts.end];
    const line = margin();
    const isRepeated = performance.now() - scrollTarget.at < repeatWindow;
    const passed = snapTargets.findLastIndex((stop) => topOf(stop) <= line + snapTolerance);
    const current = snapTargets[passed];
    // Going back from within a panel leads to its own start first.
    const isInside = by < 0 && current !== undefined && topOf(current) < line - snapTolerance;
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
  };
}
