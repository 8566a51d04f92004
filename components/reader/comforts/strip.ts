import { isStill, type Parts, panelAt, type ReadingMode } from "./parts";
import type { Place } from "./place";

/** A panel counts as passed when its upper edge has come this near to the page's top, in px. */
const near = 12;

/** The strip scrolls as any page does; arrows go from panel to panel. */
export function readStrip(parts: Parts): ReadingMode {
  const panels = parts.scenes.flatMap(({ number, panels }) =>
    panels.map((panel, index) => ({ panel, place: { scene: number, panel: index } })),
  );
  const stops = [parts.title, ...panels.map(({ panel }) => panel), parts.end];
  const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
  const margin = () =>
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

  function scrollTo(element: HTMLElement | undefined) {
    element?.scrollIntoView({ block: "start", behavior: isStill() ? "instant" : "smooth" });
  }

  function now(): Place | "title" | "end" {
    const middle = window.innerHeight / 2;
    if (topOf(parts.end) < middle) return "end";
    return panels.findLast(({ panel }) => topOf(panel) < middle)?.place ?? "title";
  }

  return {
    now,
    show: (place) => scrollTo(place ? panelAt(parts, place) : parts.title),
    go(where) {
      const line = margin();
      if (where === "first") window.scrollTo({ top: 0, behavior: "instant" });
      else if (where === "last") scrollTo(parts.end);
      else if (where === "next") scrollTo(stops.find((stop) => topOf(stop) > line + near));
      else scrollTo(stops.findLast((stop) => topOf(stop) < line - near));
    },
    stop: () => undefined,
  };
}
