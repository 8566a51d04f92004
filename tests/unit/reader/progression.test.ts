import { describe, expect, it } from "vitest";
import {
  combineReadings,
  fromProgression,
  placeOf,
  readingCover,
  toProgression,
} from "@/lib/stories/reading/progression";

const counts = [
  { number: 1, panels: 3 },
  { number: 2, panels: 0 },
  { number: 4, panels: 5 },
];

describe("the progress of a reader", () => {
  it("counts pages as apps do, with the cover", () => {
    expect(toProgression(counts, { scene: 1, panel: 0 })).toBeCloseTo(2 / 9);
    expect(toProgression(counts, { scene: 1, panel: 2 })).toBeCloseTo(4 / 9);
    expect(toProgression(counts, { scene: 4, panel: 4 })).toBe(1);
    expect(toProgression(counts, "end")).toBe(1);
    // Panels that were taken away since.
    expect(toProgression(counts, { scene: 4, panel: 99 })).toBe(1);
    expect(toProgression([], { scene: 1, panel: 0 })).toBe(1);
  });

  it("returns to the reported panel", () => {
    for (const { number, panels } of counts) {
      for (let panel = 0; panel < panels; panel += 1) {
        const place = { scene: number, panel };
        const found = fromProgression(counts, toProgression(counts, place));
        const isEdge = (number === 1 && panel === 0) || (number === 4 && panel === 4);
        expect(found).toEqual(isEdge ? null : place);
      }
    }
  });

  it("maps a rounded value to its page", () => {
    // Four of nine pages, in percent.
    expect(fromProgression(counts, 0.44)).toEqual({ scene: 1, panel: 2 });
    expect(fromProgression(counts, 0.45)).toEqual({ scene: 1, panel: 2 });
    for (const none of [0, 0.05, 0.22, 1]) expect(fromProgression(counts, none)).toBeNull();
    expect(fromProgression([], 0.5)).toBeNull();
  });
});

describe("'Continue reading'", () => {
  it("names the place among the scenes that readers see", () => {
    expect(placeOf(counts, { scene: 4, panel: 2 })).toMatchObject({ place: 3, scenes: 3 });
    expect(placeOf(counts, null)).toEqual({
      place: 1,
      scenes: 3,
      position: { scene: 1, panel: 0 },
    });
    // Scenes were deleted since.
    expect(placeOf([], { scene: 9, panel: 0 })).toMatchObject({ place: 1, scenes: 0 });
  });

  it("takes the later of two devices, the latest story first", () => {
    const reading = (storyId: string, day: number, progression = 0.5) => ({
      storyId,
      progression,
      card: null,
      modified: `2026-11-0${day}T00:00:00.000Z`,
    });
    const account = [reading("a", 2), reading("b", 1)];
    const device = [reading("a", 1, 0.1), reading("b", 3, 0.9), reading("c", 1)];
    expect(combineReadings(account, device)).toEqual([
      reading("b", 3, 0.9),
      reading("a", 2),
      reading("c", 1),
    ]);
  });

  it("shows a small cover, and none of a story for adults", () => {
    const preview = { imageUrl: "/big", srcSet: "/small 320w, /big 900w" };
    const cover = (rating: "everyone" | "mature", srcSet = preview.srcSet) =>
      readingCover({ rating, preview: { ...preview, srcSet } as never });
    expect([cover("everyone"), cover("everyone", ""), cover("mature")]).toEqual([
      "/small",
      "/big",
      null,
    ]);
  });
});
