import { describe, expect, it } from "vitest";
import { pageBoxes, pageTiers } from "@/components/studio/page-layout";
import { aspectOf } from "@/lib/stories/aspect";
import { aspectRatios } from "@/lib/stories/schema";

const page = { width: 800, gap: 20 };
const counts = [1, 2, 3, 4, 5, 6];

describe.each(aspectRatios)("pages of panels of the format %s", (aspectRatio) => {
  const aspect = aspectOf[aspectRatio];

  it.each(counts)("%i panels all have a place", (count) => {
    const places = pageTiers(count, aspectRatio).reduce((sum, { panels }) => sum + panels, 0);
    expect(places).toBe(count);
    expect(pageBoxes(count, aspectRatio, { ...page, aspect })).toHaveLength(count);
  });

  it.each(counts)("%i panels keep their format, fill the page and lie apart", (count) => {
    const boxes = pageBoxes(count, aspectRatio, { ...page, aspect });
    expect(Math.max(...boxes.map((box) => box.x + box.width))).toBeCloseTo(page.width);
    for (const [index, box] of boxes.entries()) {
      expect(box.width / box.height).toBeCloseTo(aspect);
      for (const other of boxes.slice(index + 1)) {
        const gaps = [
          other.x - (box.x + box.width),
          box.x - (other.x + other.width),
          other.y - (box.y + box.height),
          box.y - (other.y + other.height),
        ];
        expect(Math.max(...gaps)).toBeGreaterThanOrEqual(page.gap - 1e-6);
      }
    }
  });

  it("a stack beside a large panel ends where it ends", () => {
    const [lead, first, second] = pageBoxes(3, aspectRatio, { ...page, aspect });
    if (!lead || !first || !second) throw new Error("three panels");
    expect(first.y).toBe(lead.y);
    expect(second.y + second.height).toBeCloseTo(lead.y + lead.height);
  });
});

it("a scene without panels has no tiers, and one with too many shows them all", () => {
  expect(pageTiers(0, "3:4")).toEqual([]);
  const panels = (count: number) =>
    pageTiers(count, "3:4").reduce((sum, tier) => sum + tier.panels, 0);
  expect(
    [7, 8, 9, 12].map(panels).every((places, index) => places >= ([7, 8, 9, 12][index] ?? 0)),
  ).toBe(true);
});
