import { describe, expect, it } from "vitest";
import { panelSizes } from "@/components/comic/comic-page";
import { layoutsFor, pageBoxes, pageTiers, panelShares } from "@/lib/scenes/panels/page-layout";

const rem = 16;

/** The width in px that a browser computes from `sizes` on a screen of this width. */
function asked(sizes: string, screen: number): number {
  for (const part of sizes.split(", ")) {
    const [, from, size = part] = /^\(min-width: ([\d.]+)rem\) (.+)$/.exec(part) ?? [];
    if (from && screen < Number(from) * rem) continue;
    const value = Number.parseFloat(size);
    return size.endsWith("vw") ? (screen * value) / 100 : value * rem;
  }
  return 0;
}

describe("pictures of a page are requested in their display size", () => {
  it.each([768, 820, 1024, 1440, 1920])("on the reading page at %i px", (screen) => {
    const page = { width: Math.min(screen - 64, 1080), gap: 20, aspect: 3 / 4 };
    for (const count of [1, 2, 3, 4, 5, 6]) {
      for (const layout of [null, ...layoutsFor(count, page.aspect)]) {
        const tiers = pageTiers(count, page.aspect, layout);
        const boxes = pageBoxes(tiers, page);
        for (const [index, share] of panelShares(tiers).entries()) {
          const shown = boxes[index]?.width ?? 0;
          const size = asked(panelSizes(share, 67.5, 4), screen);
          expect(size).toBeGreaterThanOrEqual(shown - 2);
          expect(size).toBeLessThanOrEqual(shown * 1.3);
        }
      }
    }
  });

  it("on a phone in the width of the screen", () => {
    for (const share of [1, 2 / 3, 1 / 2, 1 / 4]) {
      expect(asked(panelSizes(share, 67.5, 4), 390)).toBe(390);
    }
  });
});
