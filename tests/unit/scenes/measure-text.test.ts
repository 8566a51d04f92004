import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { bubbleFonts } from "@/lib/scenes/bubble";
import {
  type BubbleFont,
  measuredRanges,
  measureText,
  missingEntry,
  unitsPerEm,
} from "@/lib/scenes/measure-text";
import { readAdvances } from "./woff";

const root = path.resolve(import.meta.dirname, "../../..");
const packageOf = (family: BubbleFont) => family.toLowerCase().replaceAll(" ", "-");

function advances(family: BubbleFont, weight: number) {
  const name = packageOf(family);
  const folder = path.join(root, "node_modules/@fontsource", name, "files");
  const subsets = ["latin", "latin-ext"]
    .map((subset) => path.join(folder, `${name}-${subset}-${weight}-normal.woff`))
    .filter((file) => existsSync(file))
    .map(readAdvances);
  return (codePoint: number) => {
    for (const subset of subsets) {
      const width = subset(codePoint);
      if (width !== null) return width;
    }
    return null;
  };
}

const weightsOf = (family: BubbleFont) => (family === "Comic Neue" ? [400, 700] : [400]);

function tableOf(family: BubbleFont, weight: number): string {
  const widthOf = advances(family, weight);
  let entries = "";
  for (const [from, to] of measuredRanges) {
    for (let codePoint = from; codePoint <= to; codePoint += 1) {
      const width = widthOf(codePoint);
      const digits = Math.round((width ?? 0) * unitsPerEm)
        .toString(36)
        .padStart(2, "0");
      if (digits.length > 2 || digits === missingEntry) throw new Error(`${family} is too wide`);
      entries += width === null ? missingEntry : digits;
    }
  }
  return entries;
}

describe("the table of letter widths", () => {
  it("says what the font files say", async () => {
    const tables = Object.fromEntries(
      bubbleFonts.map((family) => [
        family,
        Object.fromEntries(weightsOf(family).map((weight) => [weight, tableOf(family, weight)])),
      ]),
    );
    await expect(`${JSON.stringify(tables, null, 2)}\n`).toMatchFileSnapshot(
      path.join(root, "lib/scenes/font-metrics.json"),
    );
  });

  it("measures within a five-hundredth of an em a letter", () => {
    const text = "Hold on, Zoë! We’re nearly there…";
    for (const family of bubbleFonts) {
      const widthOf = advances(family, 400);
      const exact = [...text].reduce(
        (sum, letter) => sum + (widthOf(letter.codePointAt(0) ?? 0) ?? Number.NaN),
        0,
      );
      const measured = measureText(text, { family, weight: 400 }, 1);
      expect(Math.abs(measured - exact)).toBeLessThan([...text].length / unitsPerEm);
    }
  });

  it("takes the bold file of the one family that has one", () => {
    const width = (weight: number) => measureText("Wide", { family: "Comic Neue", weight }, 100);
    expect(width(700)).not.toBe(width(400));
    expect(width(500)).toBe(width(400));
  });

  it("gives letters of other scripts a width of their own and marks none", () => {
    const font = { family: "Bangers", weight: 400 } as const;
    expect(measureText("漫", font, 10)).toBeCloseTo(11);
    expect(measureText("ж", font, 10)).toBeCloseTo(6.2);
    expect(measureText("e\u0301", font, 10)).toBe(measureText("e", font, 10));
  });
});
