import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bubbleGeometry } from "@/lib/scenes/bubbles/geometry";
import {
  bubbleFonts,
  bubbleShapes,
  type TextBubble,
  textBubble,
} from "@/lib/scenes/bubbles/schema";
import { faces } from "@/lib/scenes/lettering/faces";
import {
  bubbleLettering,
  directionOf,
  fontRuns,
  lettersOf,
  missingLetters,
} from "@/lib/scenes/lettering/font-fallback";
import { loadShaper } from "@/lib/scenes/lettering/font-files";
import { lineRuns } from "@/lib/scenes/lettering/outline";
import { readFaceSheet, readWebFont, webFontsOf } from "@/lib/scenes/lettering/web-fonts";
import { runs } from "@/tests/support/full-run";
import texts from "./bubble-texts.json";

await loadShaper();

const panel = { width: 672, height: 896 };

const make = (text: string, style: Record<string, unknown>): TextBubble =>
  textBubble.parse({ id: "b", text, position: { x: 0.5, y: 0.5 }, style });

/** What is wrong with a drawn bubble: letters without a glyph, letters outside. */
function faults(bubble: TextBubble): string[] {
  const { lines, fontSize, box } = bubbleGeometry(bubble, panel);
  const font = bubbleLettering(bubble);
  const direction = directionOf(bubble.text);
  return lines.flatMap((line) => {
    const runs = lineRuns({ ...line, direction }, font, fontSize);
    const missing = runs.filter(
      (run) => (!run.font && run.text.trim() !== "") || run.glyphs.some(({ id }) => id === 0),
    );
    const width = runs.reduce((sum, run) => sum + run.width, 0);
    const isOut = width > box.width + 0.5 || line.y - fontSize * 0.8 < box.y - 0.5;
    return [
      ...missing.map((run) => `no glyph: ${run.text}`),
      ...(isOut ? [`outside: ${line.text}`] : []),
    ];
  });
}

describe("letters of every script", () => {
  it.each(texts.filter(({ language }) => language !== "mixed"))(
    "$language: one face for the sentence: $text",
    ({ text }) => {
      for (const fontFamily of bubbleFonts) {
        const bubble = make(text, { fontFamily });
        expect(fontRuns(text.normalize("NFC"), bubbleLettering(bubble)), fontFamily).toHaveLength(
          1,
        );
      }
      expect(missingLetters(text)).toEqual([]);
    },
  );

  it.each(texts)(
    "$language: has its glyphs and stays in its bubble at every size: $text",
    ({ text }) => {
      for (const fontSize of [12, 22, 48]) {
        for (const maxWidth of [80, 140, 220, 300]) {
          for (const bubbleShape of bubbleShapes) {
            const bubble = make(text, { fontFamily: "Creepster", fontSize, maxWidth, bubbleShape });
            expect(faults(bubble), `${fontSize} px, ${maxWidth} wide, ${bubbleShape}`).toEqual([]);
          }
        }
      }
    },
  );

  it("and any words of their letters", () => {
    const words = texts.map(({ text }) =>
      fc.array(fc.constantFrom(...lettersOf(text.normalize("NFC"))), {
        minLength: 1,
        maxLength: 60,
      }),
    );
    fc.assert(
      fc.property(
        fc.oneof(...words),
        fc.constantFrom(12, 22, 48),
        fc.integer({ min: 80, max: 300 }),
        fc.constantFrom(...bubbleFonts),
        (letters, fontSize, maxWidth, fontFamily) => {
          expect(faults(make(letters.join(""), { fontSize, maxWidth, fontFamily }))).toEqual([]);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it("an emoji of several parts stays whole beside right-to-left letters", () => {
    for (const text of ["ب❤️‍🔥", "❤️‍🔥ب", "שלום 👩🏽‍🚀!"])
      expect(faults(make(text, { maxWidth: 80 }))).toEqual([]);
    const line = { text: "ب❤️‍🔥", x: 0, y: 0, direction: "rtl" } as const;
    const runs = lineRuns(line, { family: "Bangers", weight: 400 }, 1);
    expect(runs.map(({ text }) => text)).toEqual(["❤️‍🔥", "ب"]);
  });

  it("the author is told of a character that no face has, and a dot is drawn", () => {
    expect(missingLetters("Hm 𒀀 我 ☎️ 👩‍🚀 x")).toEqual(["𒀀"]);
    const bubble = make("𒀀", {});
    expect(fontRuns("𒀀", bubbleLettering(bubble))).toEqual([{ text: "·", face: null }]);
  });

  it("an English bubble needs no font but its own, a Chinese page at most 400 kB", () => {
    const need = (text: string) => webFontsOf([{ text, font: { family: "Bangers", weight: 400 } }]);
    expect(need("Hold on, we’re nearly there — “quoted”…").map(({ family }) => family)).toEqual([
      "Bangers",
    ]);
    for (const script of ["Hans", "Hant"]) {
      const page = texts.filter((one) => one.script === script).map(({ text }) => text);
      const bytes = need(page.join("")).map(({ path: file }) => {
        const [folder = "", , name = ""] = file.split("/");
        return readWebFont(folder, name)?.length ?? Number.NaN;
      });
      expect(
        bytes.reduce((sum, one) => sum + one, 0),
        script,
      ).toBeLessThan(400_000);
    }
  });
});

describe("lines break by the rules of their script", () => {
  const linesOf = (text: string, style: Record<string, unknown> = {}) =>
    bubbleGeometry(make(text, { maxWidth: 140, ...style }), panel).lines.map((line) => line.text);

  it("Thai between words, at no mark", () => {
    const lines = linesOf("ประภาคารดับแล้ว รีบกลับกันก่อนที่หมอกจะจางหายไปหมดเถอะ");
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).not.toMatch(/^[\p{M}ๆะา]/u);
  });

  it("not at a space that holds, after a hyphen of the author, and long words with a hyphen", () => {
    expect(linesOf("Quoi\u00a0! Non\u202f!").join("|")).not.toMatch(/\|!/);
    expect(
      linesOf("Mother-in-law Mother-in-law", { maxWidth: 110, fontSize: 28 }).join("|"),
    ).toMatch(/-\|/);
    const long = linesOf("Donaudampfschifffahrtsgesellschaftskapitänsmütze!", { maxWidth: 200 });
    expect(long.slice(0, -1).every((line) => line.endsWith("-"))).toBe(true);
  });

  it("no word is divided that fits into a line", () => {
    const text = "Маяк згас — повертаймося, доки не розвіявся туман, ґаздо!";
    expect(linesOf(text, { maxWidth: 300, fontSize: 18 }).join("")).not.toMatch(/\p{L}-/u);
  });
});

it("each face names a style sheet for pages", () => {
  for (const { folder } of Object.values(faces)) {
    expect(readFaceSheet(folder, "face.css"), folder).toMatch(/@font-face/);
  }
});
