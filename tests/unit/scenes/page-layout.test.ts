import { describe, expect, it } from "vitest";
import { aspectOf, aspectRatios } from "@/lib/scenes/aspect";
import {
  layoutsFor,
  pageBoxes,
  pageHeight,
  pageTiers,
  panelShares,
  panelsIn,
  sceneLayouts,
} from "@/lib/scenes/panels/page-layout";

const page = { width: 800, gap: 20 };
const counts = [1, 2, 3, 4, 5, 6];

describe.each(aspectRatios)("pages of panels of the aspect ratio %s", (aspectRatio) => {
  const aspect = aspectOf[aspectRatio];
  const layouts = counts.flatMap((count) =>
    [null, ...layoutsFor(count, aspect)].map((layout) => ({ count, layout })),
  );

  it.each(layouts)("$count panels as $layout all have a slot", ({ count, layout }) => {
    const tiers = pageTiers(count, aspect, layout);
    expect(tiers.reduce((sum, tier) => sum + panelsIn(tier), 0)).toBe(count);
    expect(panelShares(tiers)).toHaveLength(count);
    if (layout) expect(tiers.join("/")).toBe(layout);
  });

  it.each(layouts)(
    "$count as $layout keep their aspect ratio and do not overlap",
    ({ count, layout }) => {
      const tiers = pageTiers(count, aspect, layout);
      const boxes = pageBoxes(tiers, { ...page, aspect });
      expect(boxes).toHaveLength(count);
      const shares = panelShares(tiers);
      for (const [index, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(page.width + 1e-6);
        expect(box.width / box.height).toBeCloseTo(aspect);
        // The width that chooses its picture is never smaller than its display, except for gutters.
        expect(shares[index]).toBeCloseTo(box.width / page.width, 1);
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
      const { perWidth, perGap } = pageHeight(tiers, aspect);
      const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
      expect(perWidth * page.width + perGap * page.gap).toBeCloseTo(bottom);
    },
  );

  it("no panel of a default page is narrower than a third, nor a low one than a half", () => {
    for (const count of counts) {
      const shares = panelShares(pageTiers(count, aspect, null));
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(aspect > 1.2 ? 1 / 2 : 1 / 3);
    }
    expect(pageTiers(4, aspect, null)).toEqual(["row-2", "row-2"]);
  });

  it("a stack beside a large panel ends at its bottom", () => {
    const [lead, first, second] = pageBoxes(["lead-2"], { ...page, aspect });
    if (!lead || !first || !second) throw new Error("three panels");
    expect(first.y).toBe(lead.y);
    expect(second.x + second.width).toBeCloseTo(page.width);
    expect(second.y + second.height).toBeCloseTo(lead.y + lead.height);
  });

  it("a layout for another number of panels falls back to the default", () => {
    for (const layout of sceneLayouts) {
      for (const count of counts) {
        const fits = layoutsFor(count, aspect).includes(layout);
        const tiers = pageTiers(count, aspect, layout);
        expect(tiers).toEqual(fits ? layout.split("/") : pageTiers(count, aspect, null));
      }
    }
  });
});

it("three panels offer one above two, and wide panels no stack of three", () => {
  expect(layoutsFor(3, 3 / 4)).toContain("row-1/row-2");
  expect(layoutsFor(4, 3 / 4)).toContain("lead-3");
  expect(layoutsFor(4, 1024 / 683)).not.toContain("lead-3");
  expect(layoutsFor(1, 1)).toEqual([]);
});

it("a scene without panels has no tiers, and one with too many shows all", () => {
  expect(pageTiers(0, 3 / 4, null)).toEqual([]);
  for (const count of [7, 8, 12]) expect(pageTiers(count, 3 / 4, null)).toHaveLength(count);
});
