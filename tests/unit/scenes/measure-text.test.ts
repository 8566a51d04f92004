import path from "node:path";
import { describe, expect, it } from "vitest";
import { bubbleFonts } from "@/lib/scenes/bubbles/schema";
import { type Face, faceNames, faces } from "@/lib/scenes/lettering/faces";
import { directionOf } from "@/lib/scenes/lettering/font-fallback";
import {
  fontFor,
  loadShaper,
  type OpenFont,
  openFont,
  shape,
} from "@/lib/scenes/lettering/font-files";
import {
  type BubbleFont,
  type FaceTable,
  type Form,
  unitsPerEm,
} from "@/lib/scenes/lettering/glyph-widths";
import { measureText } from "@/lib/scenes/lettering/measure-text";
import { outlineLine } from "@/lib/scenes/lettering/outline";
import { filesOf } from "@/lib/scenes/lettering/web-fonts";

await loadShaper();

const table = path.resolve(import.meta.dirname, "../../../lib/scenes/lettering/font-metrics.json");

/** Faces of scripts that join. */
const joining: Face[] = [
  "Playpen Sans Arabic",
  "Noto Sans Arabic",
  "Noto Sans Syriac",
  "Noto Sans NKo",
  "Noto Sans Adlam",
  "Noto Sans Mongolian",
];
const joiner = "\u200d";
const forms: Record<Form, (letter: string) => string> = {
  initial: (letter) => letter + joiner,
  medial: (letter) => joiner + letter + joiner,
  final: (letter) => joiner + letter,
};

/** Blocks of letters of equal width. */
const blocks = [
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const;

/** Signs that a face of a script lends its sentences. */
const signs = /^[ -~\u00a0\u00a1\u00ab\u00b7\u00bb\u00bf\u2010-\u2027\u2039\u203a]$/u;
/** Faces of whole alphabets. */
const alphabets = ["Comic Relief", "Baloo 2", "Noto Sans"];

/** Whether the table lists a letter of a file. */
function isListed(face: Face, file: string, code: number): boolean {
  const letter = String.fromCodePoint(code);
  if (code < 0x20 || /^[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(letter)) return false;
  if (face === "Noto Emoji" || (bubbleFonts as readonly string[]).includes(face)) return true;
  // Presentation forms are drawn by the shaper.
  if (joining.includes(face) && code >= 0xfb50) return false;
  return alphabets.includes(face) || !/-latin-\d/.test(path.basename(file)) || signs.test(letter);
}

const isRightToLeft = (text: string) => directionOf(text.replaceAll(joiner, "")) === "rtl";
const width = (font: OpenFont, text: string) =>
  shape(font, text, isRightToLeft(text)).reduce((sum, { xAdvance }) => sum + xAdvance, 0) /
  font.unitsPerEm;

function advance(font: OpenFont, code: number, form?: Form): number {
  const letter = String.fromCodePoint(code);
  if (/^\p{M}/u.test(letter)) return markAdvance(font, code);
  const alone = width(font, letter);
  if (!form) return alone;
  const joined = width(font, forms[form](letter));
  const isJoined = glyphsOf(font, forms[form](letter)) !== glyphsOf(font, letter);
  // In the table, a form as wide as the letter alone would say that the letter does not join.
  return isJoined && entry(joined) === entry(alone) ? joined + 1 / unitsPerEm : joined;
}

const glyphsOf = (font: OpenFont, text: string) =>
  shape(font, text, isRightToLeft(text))
    // A joiner is an empty glyph.
    .filter(
      ({ codePoints, xAdvance }) =>
        xAdvance > 0 || (codePoints.length > 0 && !codePoints.includes(0x200d)),
    )
    .map(({ id }) => id)
    .join();

/** What a mark adds to the width of letters of its script, but for the few that it widens most. */
function markAdvance(font: OpenFont, code: number): number {
  const mark = String.fromCodePoint(code);
  const added = [...font.letters]
    .filter((base) => base > 0x8ff && Math.abs(base - code) < 0x80)
    .map((base) => String.fromCodePoint(base))
    .filter((base) => /^\p{Lo}/u.test(base))
    .map((base) => width(font, base + mark) - width(font, base))
    .sort((a, b) => a - b);
  return Math.max(0, added[Math.floor(added.length * 0.75)] ?? 0);
}

const entry = (ems: number) =>
  Math.max(0, Math.round(ems * unitsPerEm))
    .toString(36)
    .padStart(2, "0");

function tableOf(face: Face): FaceTable {
  const letters = new Map<number, OpenFont>();
  const equal = new Set<number>();
  for (const { file, ranges } of [...filesOf(face, 400).files].reverse()) {
    const font = openFont(file);
    for (const code of font.letters) {
      if (!ranges.some(([from, to]) => code >= from && code <= to)) continue;
      // The table has two digits for a width.
      if (isListed(face, file, code) && advance(font, code) < 2.58) letters.set(code, font);
    }
  }
  const listed = blocks.flatMap(([from, to]) => {
    const within = [...letters].filter(([code]) => code >= from && code <= to);
    if (within.length === 0) return [];
    const ems = within.map(([code, font]) => advance(font, code)).sort((a, b) => a - b);
    // All but the widest few count as wide as the widest of them.
    const em = ems[Math.floor(ems.length * 0.99)] ?? 1;
    const bits = new Uint8Array((to - from + 8) >> 3);
    for (const [code, font] of within) {
      if (advance(font, code) > em + 0.001 || advance(font, code) < em - 0.15) continue;
      bits[(code - from) >> 3] = (bits[(code - from) >> 3] ?? 0) | (1 << ((code - from) & 7));
      equal.add(code);
    }
    return [{ from, em, bits: Buffer.from(bits).toString("base64") }];
  });
  const codes = [...letters.keys()].filter((code) => !equal.has(code)).sort((a, b) => a - b);
  const ranges: string[] = [];
  let last = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const from = codes[at] ?? 0;
    let more = 0;
    while (codes[at + 1] === from + more + 1) {
      more += 1;
      at += 1;
    }
    ranges.push((from - last).toString(36) + (more > 0 ? `-${more.toString(36)}` : ""));
    last = from + more;
  }
  const widths: Record<string, string> = {};
  for (const weight of faces[face].weights) {
    widths[weight] = codes
      .map((code) => entry(advance(fontFor(face, weight, code) as OpenFont, code)))
      .join("");
  }
  for (const form of joining.includes(face) ? (Object.keys(forms) as Form[]) : []) {
    widths[form] = codes
      .map((code) => entry(advance(letters.get(code) as OpenFont, code, form)))
      .join("");
  }
  return { ranges: ranges.join(" "), widths, ...(listed.length > 0 && { blocks: listed }) };
}

/** How wide the server's renderer draws a line, in ems. */
const drawnWidth = (text: string, family: BubbleFont, direction: "ltr" | "rtl" = "ltr") =>
  outlineLine({ text, x: 0, y: 0, direction }, { family, weight: 400 }, 1).width;

describe("the table of letter widths", () => {
  it("equals the widths in the font files", async () => {
    const tables = Object.fromEntries(faceNames.map((face) => [face, tableOf(face)]));
    await expect(`${JSON.stringify(tables, null, 2)}\n`).toMatchFileSnapshot(table);
  }, 120_000);

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
        [...text].length * 0.02,
      );
    }
  });

  it("measures Arabic, whose letters join their neighbours", () => {
    for (const text of ["انتظر، لقد وصلنا تقريبا!", "من أنت؟ وماذا تفعل هنا في هذا الوقت؟"]) {
      const drawn = drawnWidth(text, "Bangers", "rtl");
      const measured = measureText(text, { family: "Bangers", weight: 400 }, 1);
      expect(Math.abs(measured - drawn) / drawn).toBeLessThan(0.03);
    }
  });

  it("takes the bold file of the one family that has one", () => {
    const width = (weight: number) => measureText("Wide", { family: "Comic Neue", weight }, 100);
    expect(width(700)).not.toBe(width(400));
    expect(width(500)).toBe(width(400));
  });

  it("gives ideographs an em and marks nothing", () => {
    const font = { family: "Bangers", weight: 400 } as const;
    expect(measureText("漫", font, 10)).toBeCloseTo(9.2);
    expect(measureText("漫だ", font, 10)).toBe(20);
    expect(measureText("e\u0301", font, 10)).toBe(measureText("e", font, 10));
  });
});
