import { isStill } from "@/components/ui/still";
import { isComposed, type Parts, panelAt, type ReadingMode, type Where } from "./parts";

/** A panel counts as reached when its upper edge has come this near to its place, in px. */
const near = 48;
/** Scrolled less than this, in px, the reader has not begun. */
const start = 80;
/** Keys that follow each other faster than this, in ms, count on from where the last one leads. */
const hurry = 700;

/** The strip scrolls as any page does; arrows go from panel to panel, or from tier to tier. */
export function readStrip(parts: Parts): ReadingMode {
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

  function now(): Where {
    if (window.scrollY < start) return "title";
    const middle = window.innerHeight / 2;
    if (topOf(parts.end) < middle) return "end";
    return panels.findLast(({ panel }) => topOf(panel) < middle)?.place ?? "title";
  }

  // Where the page is on its way to, while it scrolls smoothly.
  let aim = { index: -1, at: Number.NEGATIVE_INFINITY };

  function step(by: 1 | -1) {
    const stops = [...(isComposed() ? firsts : all), parts.end];
    const line = margin();
    const isHurried = performance.now() - aim.at < hurry;
    const passed = stops.findLastIndex((stop) => topOf(stop) <= line + near);
    const here = stops[passed];
    // A panel that was scrolled into is gone back to before the one above it.
    const isInside = by < 0 && here !== undefined && topOf(here) < line - near;
    const index = isHurried ? aim.index + by : passed + (isInside ? 0 : by);
    aim = { index: Math.min(Math.max(index, -1), stops.length - 1), at: performance.now() };
    const stop = stops[aim.index];
    if (stop) scrollTo(stop, isStill() ? "instant" : "smooth");
    else toTop();
  }

  return {
    now,
    show: (place) => scrollTo(panelAt(parts, place)),
    go(where) {
      if (where === "first") toTop();
      else if (where === "last") scrollTo(parts.end);
      else step(where === "next" ? 1 : -1);
    },
    stop: () => undefined,
  };
}
