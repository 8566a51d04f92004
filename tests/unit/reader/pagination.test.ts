import { describe, expect, it } from "vitest";
import {
  findPageIndex,
  fitGrid,
  paginate,
  panelsPerPage,
} from "@/components/reader/navigation/pagination";

const desk = { width: 1376, height: 640 };
const phone = { width: 390, height: 588 };

describe("pages of a story", () => {
  it("a phone shows one portrait panel, and two landscape ones", () => {
    expect(panelsPerPage(phone, 3 / 4, 16)).toBe(1);
    expect(panelsPerPage(phone, 1024 / 683, 16)).toBe(2);
    expect(fitGrid(2, phone, 1024 / 683, 16).columns).toBe(1);
  });

  it("a wide screen sets portrait panels side by side, as large as they fit", () => {
    expect(panelsPerPage(desk, 3 / 4, 16)).toBe(3);
    const { columns, width } = fitGrid(2, desk, 3 / 4, 16);
    expect(columns).toBe(2);
    expect(width).toBe(480);
    expect(width / (3 / 4)).toBeLessThanOrEqual(desk.height);
  });

  it("never shrinks lettering to fit more panels", () => {
    expect(panelsPerPage({ width: 740, height: 420 }, 3 / 4, 16)).toBe(1);
  });

  it("has the title first, groups of equal size in order, and the end last", () => {
    const pages = paginate([4, 1], 3);
    expect(pages).toEqual([
      { kind: "title" },
      { kind: "panels", scene: 0, from: 0, to: 2 },
      { kind: "panels", scene: 0, from: 2, to: 4 },
      { kind: "panels", scene: 1, from: 0, to: 1 },
      { kind: "end" },
    ]);
    for (const perPage of [1, 2, 3, Number.MAX_SAFE_INTEGER]) {
      const shown = paginate([6, 5, 1], perPage).flatMap((page) =>
        page.kind === "panels"
          ? Array.from({ length: page.to - page.from }, (_, at) => [page.scene, page.from + at])
          : [],
      );
      expect(shown).toEqual(
        [6, 5, 1].flatMap((count, scene) => Array.from({ length: count }, (_, at) => [scene, at])),
      );
    }
  });

  it("is a page for each scene where pages keep their composition", () => {
    expect(paginate([6, 1], Number.MAX_SAFE_INTEGER)).toEqual([
      { kind: "title" },
      { kind: "panels", scene: 0, from: 0, to: 6 },
      { kind: "panels", scene: 1, from: 0, to: 1 },
      { kind: "end" },
    ]);
  });

  it("finds a panel, its scene where the panel is deleted, and otherwise the title", () => {
    const pages = paginate([4, 2], 2);
    expect(findPageIndex(pages, { scene: 0, panel: 3 })).toBe(2);
    expect(findPageIndex(pages, { scene: 1, panel: 9 })).toBe(3);
    expect(findPageIndex(pages, { scene: 7, panel: 0 })).toBe(0);
  });
});
