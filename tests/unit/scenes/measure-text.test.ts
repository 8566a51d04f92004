import path from "node:path";
import { describe, expect, it } from "vitest";
import { bubbleFonts } from "@/lib/scenes/bubble-schema";
import {
  type BubbleFont,
  type MeasuredFont,
  measuredRanges,
  missingEntry,
  unitsPerEm,
} from "@/lib/scenes/glyph-widths";
import { fontFor } from "@/lib/scenes/lettering/font-files";
import { outlineLine } from "@/lib/scenes/lettering/outline";
import { measureText } from "@/lib/scenes/measure-text";

const table = path.resolve(import.meta.dirname, "../../../lib/scenes/font-metrics.json");
const measuredFonts = Object.keys(measuredRanges) as MeasuredFont[];
const own: Partial<Record<MeasuredFont, Entry[]>> = {
  "Comic Neue": [400, 700],
  "Comic Relief": [400, 700],
  "Baloo 2": [700],
  "Playpen Sans Hebrew": [600],
  "Playpen Sans Arabic": [600, "joined"],
};
const entriesOf = (family: MeasuredFont) => own[family] ?? [400];

const isMark = (codePoint: number) => /\p{M}/u.test(String.fromCodePoint(codePoint));

type Entry = number | "joined";

const tatweel = "\u0640";

/** In ems; of an Arabic letter the mean of its two forms that reach to the next or do not. */
function advance(family: MeasuredFont, entry: Entry, codePoint: number): number | null {
  const font = fontFor(family, entry === "joined" ? 400 : entry, codePoint);
  if (!font) return null;
  if (isMark(codePoint)) return 0;
  const letter = String.fromCodePoint(codePoint);
  const width = (text: string) => font.layout(text).advanceWidth / font.unitsPerEm;
  if (family !== "Playpen Sans Arabic") return width(letter);
  const line = width(tatweel);
  if (entry !== "joined") return (width(letter) + width(tatweel + letter) - line) / 2;
  return (width(letter + tatweel) + width(tatweel + letter + tatweel) - 3 * line) / 2;
}

function tableOf(family: MeasuredFont, entry: Entry): string {
  let entries = "";
  for (const [from, to] of measuredRanges[family]) {
    for (let codePoint = from; codePoint <= to; codePoint += 1) {
      const width = advance(family, entry, codePoint);
      const digits = Math.max(0, Math.round((width ?? 0) * unitsPerEm))
        .toString(36)
        .padStart(2, "0");
      if (digits.length > 2 || digits === missingEntry) throw new Error(`${family} is too wide`);
      entries += width === null ? missingEntry : digits;
    }
  }
  return entries;
}

/** How wide the server's renderer draws a line, in ems. */
const drawnWidth = (text: string, family: BubbleFont, direction: "ltr" | "rtl" = "ltr") =>
  outlineLine({ text, x: 0, y: 0, direction }, { family, weight: 400 }, 1).width;

describe("the table of letter widths", () => {
  it("equals the widths in the font files", async () => {
    const tables = Object.fromEntries(
      measuredFonts.map((family) => [
        family,
        Object.fromEntries(entriesOf(family).map((entry) => [entry, tableOf(family, entry)])),
      ]),
    );
    await expect(`${JSON.stringify(tables, null, 2)}\n`).toMatchFileSnapshot(table);
  }, 30_000);

  it.each([
    ["Latin", "Hold on, Zoë! We’re nearly there…"],
    ["Vietnamese", "Đợi đã, chúng ta sắp đến rồi!"],
    ["Cyrillic", "Подожди, мы уже почти на месте!"],
    ["Greek", "Περίμενε, σχεδόν φτάσαμε!"],
    ["Hebrew", "רגע, כמעט הגענו!"],
    ["Thai", "เดี๋ยวก่อน เราใกล้ถึงแล้ว!"],
    ["Korean", "잠깐만, 거의 다 왔어!"],
    ["Japanese", "ちょっと待って、もうすぐだ！"],
    ["emoji", "Ha 😀👩‍🚀👨‍👩‍👧‍👦🇫🇷👍🏽1️⃣❤️"],
  ])("measures %s as it is drawn", (_script, text) => {
    for (const family of bubbleFonts) {
      const measured = measureText(text, { family, weight: 400 }, 1);
      expect(Math.abs(measured - drawnWidth(text, family)), family).toBeLessThan(
        [...text].length * 0.012,
      );
    }
  });

  it("measures Arabic within a seventh: the width of a letter depends on its neighbours", () => {
    for (const text of ["انتظر، لقد وصلنا تقريبا!", "من أنت؟ وماذا تفعل هنا في هذا الوقت؟"]) {
      const drawn = drawnWidth(text, "Bangers", "rtl");
      const measured = measureText(text, { family: "Bangers", weight: 400 }, 1);
      expect(Math.abs(measured - drawn) / drawn).toBeLessThan(0.14);
    }
  });

  it("takes the bold file of the one family that has one", () => {
    const width = (weight: number) => measureText("Wide", { family: "Comic Neue", weight }, 100);
    expect(width(700)).not.toBe(width(400));
    expect(width(500)).toBe(width(400));
  });

  it("gives ideographs an em and marks nothing", () => {
    const font = { family: "Bangers", weight: 400 } as const;
    expect(measureText("漫", font, 10)).toBe(10);
    expect(measureText("e\u0301", font, 10)).toBe(measureText("e", font, 10));
  });
});
