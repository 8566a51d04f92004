import { describe, expect, it } from "vitest";
import { cropAround, placeInWords, requestSize, spotOf } from "@/lib/media/repair/crop";
import { coverageOf, isWhole, type MaskShapes, pictureMask } from "@/lib/media/repair/mask";

const box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const dot = { points: [[0.5, 0.5]], width: 0.1 };
const line = (count: number, width = 0.05) => ({
  points: Array.from({ length: count }, (_, at) => [0.1 + (0.8 * at) / count, 0.5]),
  width,
});
const shapes = (mask: Partial<MaskShapes>): MaskShapes => ({ strokes: [], boxes: [], ...mask });

describe("bounds of a mask", () => {
  it.each<[string, Partial<MaskShapes>]>([
    ["a box", { boxes: [box] }],
    ["a press without a movement", { strokes: [dot] }],
    ["5,000 points", { strokes: [line(5_000)] }],
    ["200 strokes", { strokes: Array.from({ length: 200 }, () => dot) }],
    ["a box that ends at the edge", { boxes: [{ x: 0.7, y: 0.1, width: 0.3, height: 0.9 }] }],
  ])("%s", (_, mask) => {
    expect(pictureMask.safeParse(shapes(mask)).error).toBeUndefined();
  });

  it.each<[string, Partial<MaskShapes>, RegExp]>([
    ["nothing", {}, /mark the spot/],
    ["a stroke without points", { strokes: [{ ...dot, points: [] }] }, /mark the spot/],
    ["5,001 points", { strokes: [line(2_500), line(2_501)] }, /fewer, longer strokes/],
    ["201 strokes", { strokes: Array.from({ length: 201 }, () => dot) }, /fewer, longer strokes/],
    ["51 boxes", { boxes: Array.from({ length: 51 }, () => box) }, /fewer, longer strokes/],
    ["a speck", { strokes: [{ ...dot, width: 0.01 }] }, /too small/],
    ["a box without width", { boxes: [{ ...box, width: 0 }] }, /too small/],
    ["a box beyond the edge", { boxes: [{ ...box, x: 0.6 }] }, /within the picture/],
    [
      "a point beyond the edge",
      { strokes: [{ ...dot, points: [[1.2, 0]] }] },
      /within the picture/,
    ],
    ["a brush as wide as the picture", { strokes: [{ ...dot, width: 1 }] }, /brush/],
  ])("not %s", (_, mask, message) => {
    const { error } = pictureMask.safeParse(shapes(mask));
    expect(error?.issues.map((issue) => issue.message).join()).toMatch(message);
  });

  it("measures the share of the picture, without counting an overlap twice", () => {
    expect(coverageOf(shapes({ boxes: [box, box] }))).toBeCloseTo(0.25, 2);
    expect(coverageOf(shapes({ strokes: [dot, dot] }))).toBeCloseTo(Math.PI * 0.05 ** 2, 3);
    expect(coverageOf(shapes({ strokes: [line(2, 0.2)] }))).toBeCloseTo(0.2 * 0.4 + 0.0314, 2);
    expect(isWhole(shapes({ boxes: [{ x: 0, y: 0, width: 1, height: 1 }] }))).toBe(true);
    expect(isWhole(shapes({ boxes: [{ x: 0, y: 0, width: 1, height: 0.98 }] }))).toBe(false);
  });
});

describe("what a painter without masks sees", () => {
  const panel = { width: 768, height: 1024 };
  it.each<[string, Partial<MaskShapes>, object, object, string]>([
    [
      "a spot in the middle: a square",
      { strokes: [dot] },
      { left: 192, top: 320, width: 384, height: 384 },
      { width: 1024, height: 1024 },
      "middle",
    ],
    [
      "a spot in the corner",
      { boxes: [{ x: 0.9, y: 0, width: 0.1, height: 0.05 }] },
      { left: 384, top: 0, width: 384, height: 384 },
      { width: 1024, height: 1024 },
      "top right",
    ],
    [
      "a high spot: a part of two to three",
      { boxes: [{ x: 0.45, y: 0.3, width: 0.1, height: 0.3 }] },
      { left: 179, top: 153, width: 411, height: 616 },
      { width: 683, height: 1024 },
      "middle",
    ],
    [
      "a spot over most of it: the whole",
      { boxes: [{ x: 0.1, y: 0.1, width: 0.8, height: 0.8 }] },
      { left: 0, top: 0, ...panel },
      panel,
      "middle",
    ],
  ])("%s", (_, mask, crop, size, place) => {
    const spot = spotOf(shapes(mask), panel);
    const found = cropAround(spot, panel);
    expect(found).toEqual(crop);
    expect(requestSize(found)).toEqual(size);
    expect(placeInWords(spot, found)).toBe(place);
  });

  it("keeps the spot within the crop in pictures of any form", () => {
    for (const picture of [
      panel,
      { width: 64, height: 64 },
      { width: 800, height: 8000 },
      { width: 2048, height: 300 },
    ])
      for (const x of [0, 0.4, 0.9])
        for (const y of [0, 0.4, 0.9]) {
          const spot = spotOf(shapes({ strokes: [{ points: [[x, y]], width: 0.1 }] }), picture);
          const crop = cropAround(spot, picture);
          expect(crop.left).toBeGreaterThanOrEqual(0);
          expect(crop.left).toBeLessThanOrEqual(spot.left);
          expect(crop.left + crop.width).toBeGreaterThanOrEqual(spot.left + spot.width);
          expect(crop.left + crop.width).toBeLessThanOrEqual(picture.width);
          expect(crop.top).toBeLessThanOrEqual(spot.top);
          expect(crop.top + crop.height).toBeGreaterThanOrEqual(spot.top + spot.height);
          expect(crop.top + crop.height).toBeLessThanOrEqual(picture.height);
        }
  });
});
