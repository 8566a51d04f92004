import { describe, expect, it } from "vitest";
import {
  type Box,
  clampView,
  type PanelBox,
  pageGap,
  pageWidth,
  panelViews,
  sheetScale,
  sheetViews,
  sideBySide,
  spreadsOf,
  type View,
  wholeScale,
  zoomView,
} from "@/components/reader/stage/camera";
import { maxOf, minOf } from "@/lib/platform/min-max";
import { aspectOf } from "@/lib/scenes/aspect";
import { pageBoxes, pageHeight, pageTiers, sceneLayouts } from "@/lib/scenes/panels/page-layout";

const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
const aspects = Object.values(aspectOf);

/** A repeatable sequence of numbers from 0 to 1. */
function randomFrom(seed: number) {
  let state = seed * 7919 + 1;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

/** A page with bubbles of any size and lettering of 9 to 40 px. */
function generatedPage(seed: number): { panels: PanelBox[]; height: number } {
  const random = randomFrom(seed);
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value;
  const aspect = pick(aspects);
  const tiers = pageTiers(1 + Math.floor(random() * 6), aspect, pick(sceneLayouts));
  const boxes = pageBoxes(tiers, { width: pageWidth, gap: pageGap, aspect });
  const { perWidth, perGap } = pageHeight(tiers, aspect);
  const panels = boxes.map((box): PanelBox => {
    const bubbles = Array.from({ length: Math.floor(random() * 5) }, (): Box => {
      const width = box.width * (0.1 + 0.8 * random());
      const height = box.height * (0.05 + 0.4 * random());
      return {
        x: box.x + random() * (box.width - width),
        y: box.y + random() * (box.height - height),
        width,
        height,
      };
    });
    return { ...box, bubbles, legible: bubbles.length > 0 ? 12 / (9 + 31 * random()) : 0 };
  });
  return { panels, height: perWidth * pageWidth + perGap * pageGap };
}

/** Whether a box is whole in the window. */
function isSeen(box: Box, view: View, window: { width: number; height: number }, slack = 0.01) {
  const [width, height] = [window.width / view.scale, window.height / view.scale];
  return (
    box.x >= view.x - width / 2 - slack &&
    box.y >= view.y - height / 2 - slack &&
    box.x + box.width <= view.x + width / 2 + slack &&
    box.y + box.height <= view.y + height / 2 + slack
  );
}

describe("panel by panel", () => {
  it("over 300 layouts shows each panel once, in order, whole, and all words at 12 px or more", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { panels } = generatedPage(seed);
      for (const window of windows) {
        const way = panelViews(panels, window);
        const starts = way.filter(({ panel }, index) => way[index - 1]?.panel !== panel);
        expect(starts.map(({ panel }) => panel)).toEqual(panels.map((_, index) => index));
        for (const [index, panel] of panels.entries()) {
          const views = way.filter((one) => one.panel === index).map(({ view }) => view);
          const [first] = views;
          expect(first && isSeen(panel, first, window), `panel ${index} of ${seed}`).toBe(true);
          // As large as the window allows.
          expect(first?.scale).toBeCloseTo(wholeScale(panel, window), 6);
          const legible = views.filter(({ scale }) => scale >= panel.legible * 0.999);
          expect(views.length - legible.length).toBeLessThanOrEqual(1);
          for (const bubble of panel.bubbles) {
            const seen = legible.some((view) => isSeen(bubble, view, window));
            const { scale } = legible[0] ?? { scale: 1 };
            const isLarger =
              bubble.width * scale > window.width || bubble.height * scale > window.height;
            // One that is larger than the window is seen in parts: its corners.
            const corners = [bubble.x, bubble.x + bubble.width].flatMap((x) =>
              [bubble.y, bubble.y + bubble.height].map((y) => ({ x, y, width: 0, height: 0 })),
            );
            const isCovered = corners.every((corner) =>
              legible.some((view) => isSeen(corner, view, window)),
            );
            expect(isLarger ? isCovered : seen, `bubble of ${seed}`).toBe(true);
          }
        }
      }
    }
  });

  it("shows a bubble wider than the window from where its words begin", () => {
    const across = (isRightToLeft: boolean) => {
      const bubble = { x: 0, y: 0, width: 1000, height: 100, isRightToLeft };
      const panel = { x: 0, y: 0, width: 1000, height: 800, legible: 1, bubbles: [bubble] };
      return panelViews([panel], { width: 600, height: 600 }).map(({ view }) => view.x);
    };
    expect([across(false), across(true)]).toEqual([
      [500, 300, 700],
      [500, 700, 300],
    ]);
  });

  it("keeps an enlarged panel in the window", () => {
    const panel = { x: 100, y: 50, width: 400, height: 300 };
    const window = { width: 200, height: 200 };
    expect(clampView({ x: 0, y: 900, scale: 1 }, panel, window)).toEqual({
      x: 200,
      y: 250,
      scale: 1,
    });
    expect(clampView({ x: 0, y: 0, scale: 0.1 }, panel, window)).toEqual({
      x: 300,
      y: 200,
      scale: 0.1,
    });
  });
});

describe("page", () => {
  it.each(windows)("fills $width x $height with readable letters, and loses no panel", (window) => {
    for (let seed = 1; seed <= 75; seed += 1) {
      const { panels, height } = generatedPage(seed);
      const legible = maxOf(panels.map((panel) => panel.legible));
      const sheet = { width: pageWidth, height, legible };
      const scale = sheetScale(sheet, window, "auto");
      if (scale === null) {
        expect(legible * pageWidth).toBeGreaterThan(window.width);
        continue;
      }
      expect(scale).toBeGreaterThanOrEqual(legible - 1e-9);
      const filled = [(pageWidth * scale) / window.width, (height * scale) / window.height];
      expect(maxOf(filled)).toBeGreaterThanOrEqual(0.9);
      expect(filled[0]).toBeLessThanOrEqual(1.01);
      const views = sheetViews(sheet, panels, window, scale, false);
      expect(views.map(({ y }) => y)).toEqual(views.map(({ y }) => y).toSorted((a, b) => a - b));
      for (const panel of panels) {
        if (panel.height * scale > window.height) continue;
        expect(
          views.some((view) => isSeen(panel, view, window, 1)),
          `page ${seed}`,
        ).toBe(true);
      }
    }
  });

  it.each([
    ["height", 0.9],
    ["width", 4 / 3],
    ["original", 1],
  ] as const)("of fit %s has its scale", (fit, scale) => {
    const sheet = { width: 1080, height: 1000, legible: 5 };
    expect(sheetScale(sheet, { width: 1440, height: 900 }, fit)).toBeCloseTo(scale);
  });

  it("is read from the top right where words are", () => {
    const window = { width: 600, height: 900 };
    const across = (isRightToLeft: boolean) =>
      sheetViews({ width: 1000, height: 900 }, [], window, 1, isRightToLeft).map(({ x }) => x);
    expect(across(false)).toEqual([300, 700]);
    expect(across(true)).toEqual([700, 300]);
  });

  it("has another beside it where both are readable", () => {
    const page = { width: pageWidth, height: 1400, legible: 0.55 };
    const desk = { width: 1440, height: 900 };
    expect(spreadsOf([page, page, page], desk, "auto")).toEqual([[0, 1], [2]]);
    expect(spreadsOf([page, page, page], desk, "one")).toEqual([[0], [1], [2]]);
    const small = { ...page, legible: 0.65 };
    expect(spreadsOf([small, page, page], desk, "auto")).toEqual([[0], [1, 2]]);
    // Wide pages would be half as large.
    const wide = { ...page, height: 600, legible: 0.5 };
    expect(spreadsOf([wide, wide], desk, "auto")).toEqual([[0], [1]]);
    // Enlarged until they can be read, if the window is wide enough.
    expect(spreadsOf([small, page, page], desk, "two")).toEqual([[0, 1], [2]]);
    expect(spreadsOf([page, page], { width: 390, height: 844 }, "two")).toEqual([[0], [1]]);
    expect(sideBySide([page, small]).legible).toBe(0.65);
  });

  it("zooms around a point", () => {
    const window = { width: 100, height: 100 };
    const zoomed = zoomView({ x: 50, y: 50, scale: 1 }, 2, { x: 100, y: 50 }, window);
    expect(zoomed).toEqual({ x: 75, y: 50, scale: 2 });
    expect(minOf([zoomed.x, zoomed.y])).toBe(50);
  });
});
