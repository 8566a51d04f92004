import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bubbleFonts, textBubble } from "@/lib/scenes/bubbles/schema";
import { bubblesSvg } from "@/lib/scenes/lettering/bubble-svg";
import { directionOf, type LetteringFont, letteringOf } from "@/lib/scenes/lettering/font-fallback";
import { loadShaper } from "@/lib/scenes/lettering/font-files";
import { breakLines } from "@/lib/scenes/lettering/line-breaking";
import { measureText } from "@/lib/scenes/lettering/measure-text";
import { lineRuns, outlineLine } from "@/lib/scenes/lettering/outline";
import { anyBubble } from "./arbitraries";

await loadShaper();

const panel = { width: 672, height: 896 };
const bangers = { family: "Bangers", weight: 400 } as const;
const outline = (text: string, font: (typeof bubbleFonts)[number] = "Bangers", weight = 400) =>
  outlineLine({ text, x: 0, y: 0, direction: directionOf(text) }, { family: font, weight }, 100);
/** Runs of a line with a glyph that its font lacks. */
const missingGlyphs = (text: string, font: LetteringFont) =>
  lineRuns({ text, x: 0, y: 0, direction: directionOf(text) }, font, 10).filter(
    (run) => (!run.font && run.text.trim() !== "") || run.glyphs.some(({ id }) => id === 0),
  );
const lettersOf = (text: string) =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text.normalize("NFC"))]
    .map(({ segment }) => segment)
    .filter((letter) => letter.trim() !== "");

const scripts: Record<string, string> = {
  English: "Hold on, we're nearly there! “Quoted” – it’s 20 € … (100 %)",
  accents: "ÀÉÎÕÜàéîõü ŁĄŻŚŹĆŃłążśźćń ŘŠČĎŤŇřščďťň ŐŰőű ŞĞİışğ ŌŪō ßÆŒØÅ ȘȚ ñ¿¡",
  Vietnamese: "Đợi đã, chúng ta sắp đến rồi! Ướt quá, thuyền trưởng ơi.",
  Russian: "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ абвгдеёжзийклмнопрстуфхцчшщъыьэюя №",
  Ukrainian: "Їжак, ґанок, Єва й інші… Ўсё!",
  Greek: "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ αβγδεζηθικλμνξοπρστυφχψως άέήίόύώϊϋΐΰ",
  Japanese: "ちょっと待って、「もうすぐ」着くよ！ラーメン。漫画の世界へようこそ〜",
  Hebrew: "אבגדהוזחטיכךלמםנןסעפףצץקרשת שָׁלוֹם!",
  Arabic: "أبتثجحخدذرزسشصضطظعغفقكلمنهوي ءآإؤئةى لا، ماذا؟ ١٢٣",
  Hindi: "रुको, हम लगभग पहुँच गए हैं!",
  Thai: "เดี๋ยวก่อน เราใกล้ถึงแล้ว! ๑๒๓",
  Korean: "잠깐만, 거의 다 왔어! 뭐라고?",
  emoji: "😀🎉😱👩‍🚀👨‍👩‍👧‍👦🇫🇷👍🏽1️⃣❤️🏴‍☠️☎️❤☠️⚡🔥💥🐙🍕✈️🏳️‍🌈🧑🏿‍🎤",
  signs: "★☆♪♥♀♂→○●◎■□△▲",
};

describe("the server's lettering", () => {
  it.each(Object.entries(scripts))("has outlines for every letter: %s", (_script, text) => {
    for (const family of bubbleFonts) {
      for (const weight of [400, 700]) {
        expect(missingGlyphs(text, { family, weight }), family).toEqual([]);
      }
      for (const letter of lettersOf(text)) {
        expect(outline(letter, family).path, `${letter} in ${family}`).toMatch(/^M/);
      }
    }
  });

  it("draws a letter identically before and after it was part of a ligature", () => {
    const alone = outline("e", "Righteous").path;
    outline("ëéê", "Righteous");
    expect(outline("e", "Righteous").path).toBe(alone);
  });

  it("draws a sequence as one emoji", () => {
    const one = outline("😀").width;
    for (const emoji of lettersOf(scripts.emoji ?? "")) {
      expect(outline(emoji).width, emoji).toBeCloseTo(one, 3);
    }
  });

  it("joins Arabic letters", () => {
    const apart = ["م", "ن"].reduce((sum, letter) => sum + outline(letter).width, 0);
    expect(outline("من").width).toBeLessThan(apart * 0.95);
    expect(outline("لا").width).toBeLessThan(outline("ل").width + outline("ا").width);
  });

  it("sets Hebrew and Arabic from right to left, with punctuation on the left", () => {
    for (const [text, first] of [
      ["אב!", "!"],
      ["من؟", "؟"],
      ["אב Tom", "Tom"],
    ] as const) {
      const whole = outline(text);
      const font = letteringOf(text, bangers);
      const line = { text: first, y: 0, direction: "ltr" } as const;
      const { width } = outlineLine({ ...line, x: 0 }, font, 100);
      const part = outlineLine({ ...line, x: (width - whole.width) / 2 }, font, 100);
      expect(whole.path.startsWith(part.path), text).toBe(true);
    }
  });

  it("takes the direction of the first strong letter", () => {
    expect(directionOf("… 12 שלום Tom")).toBe("rtl");
    expect(directionOf("Tom אמר שלום")).toBe("ltr");
    expect(directionOf("\u200f!")).toBe("rtl");
    expect(directionOf("😀 123")).toBe("ltr");
  });

  it("draws any stored text", async () => {
    const hostile = [
      "\u200b\u200d\ufe0f\u2060",
      "a\u2028b\u2029c",
      "\u202eabc\u202c \u2066def",
      `Z${"\u0301\u0302\u0303".repeat(60)}algo`,
      "\ud800 \udfff lone",
      "👩‍".repeat(40),
      "🇫".repeat(31),
      "w".repeat(500),
      "!".repeat(500),
      "。".repeat(500),
      "אa".repeat(200),
      "ـ".repeat(200),
      "\u0000\u0007\u001b[31m",
      "<svg onload=alert(1)>&amp;\"'",
      "ქართული አማርኛ 𝔘𝔫𝔦 简体这",
      "\u{e0067}\u{10ffff}\u{1f3fb}",
    ];
    for (const text of hostile) {
      for (const fontFamily of bubbleFonts) {
        const bubble = textBubble.parse({
          id: "b",
          text,
          position: { x: 0.5, y: 0.5 },
          style: { fontFamily, fontWeight: 700 },
        });
        const svg = await bubblesSvg([bubble], panel, panel);
        expect(svg, JSON.stringify(text)).not.toMatch(/NaN|Infinity|undefined|<svg on/);
      }
    }
    await fc.assert(
      fc.asyncProperty(anyBubble, async (bubble) => {
        expect(await bubblesSvg([bubble], panel, panel)).not.toMatch(/NaN|Infinity|undefined/);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it("twelve long Japanese bubbles yield to the event loop", async () => {
    const long = Array.from({ length: 12 }, (_, index) =>
      textBubble.parse({
        id: `long-${index}`,
        text: "潮のことは誰も教えてくれなかった、鐘のことも塔のことも。"
          .repeat(18)
          .slice(index, 480 + index),
        position: { x: 0.5, y: 0.5 },
        style: {},
      }),
    );
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const svg = await bubblesSvg(long, panel, panel);
    isDone = true;
    expect(svg.length).toBeGreaterThan(1_000_000);
    expect(turns).toBeGreaterThan(12);
  });
});

describe("lines of Japanese", () => {
  const lines = (text: string, ems: number) => breakLines(text, ems * 10, bangers, 10, measureText);

  it("break between letters, without a space", () => {
    expect(lines("漫画の世界へようこそ", 5)).toEqual(["漫画の世界", "へようこそ"]);
  });

  it("begin with no closing sign and end with no opening one", () => {
    const text =
      "「ちょっと待って」と、彼は言った。ラーメンを食べたい！（本当に？）きっと…そうだ。";
    for (let ems = 3; ems < 20; ems += 1) {
      for (const line of lines(text, ems)) {
        expect(line, `${ems} ems`).not.toMatch(/^[、。」）！？ーっゃゅょ…]/u);
        expect(line, `${ems} ems`).not.toMatch(/[「（]$/u);
      }
      expect(lines(text, ems).join("")).toBe(text);
    }
  });

  it("leave no comma alone on a line, in any script", () => {
    const word = "Подожди,";
    const width = measureText("Подожди", bangers, 10) + 0.1;
    expect(breakLines(word, width, bangers, 10, measureText)).toEqual([word]);
  });
});
