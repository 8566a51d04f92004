import { isStill, type Parts, panelAt, type ReadingMode } from "./parts";
import type { Place } from "./place";

/** A panel counts as passed when its upper edge has come this near to the page's top, in px. */
const near = 12;

/** The strip scrolls as any page does; arrows go from panel to panel. */
export function readStrip(parts: Parts): ReadingMode {
  const panels = parts.scenes.flatMap(({ number, panels }) =>
    panels.map((panel, index) => ({ panel, place: { scene: number, panel: index } })),
  );
  const stops = [...panels.map(({ panel }) => panel), parts.end];
  const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
  const margin = () =>
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

  const scrollTo = (element: HTMLElement | undefined, behavior: ScrollBehavior = "instant") =>
    element?.scrollIntoView({ block: "start", behavior });
  const toTop = () => window.scrollTo({ top: 0, behavior: "instant" });

  function now(): Place | "title" | "end" {
    const middle = window.innerHeight / 2;
    if (topOf(parts.end) < middle) return "end";
    return panels.findLast(({ panel }) => topOf(panel) < middle)?.place ?? "title";
  }

  return {
    now,
    show: (place) => scrollTo(panelAt(parts, place)),
    go(where) {
      const line = margin();
      const behavior = isStill() ? "instant" : "smooth";
      if (where === "first") toTop();
      else if (where === "last") scrollTo(parts.end);
      else if (where === "next")
        scrollTo(
          stops.find((stop) => topOf(stop) > line + near),
          behavior,
        );
      else {
        const before = stops.findLast((stop) => topOf(stop) < line - near);
        if (before) scrollTo(before, behavior);
        else toTop();
      }
    },
    stop: () => undefined,
  };
}
