import { create, type Font } from "fontkit";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { layoutBook } from "@/lib/books/book-layout";
import type { Book } from "@/lib/books/page-model";
import { epubFiles } from "@/lib/books/writers/epub";
import { pdfBytes } from "@/lib/books/writers/pdf";
import { bubblesSvg } from "@/lib/scenes/lettering/bubble-svg";
import {
  bookSource,
  packed,
  speechBubble,
  storeInMemory,
  whole,
} from "@/tests/support/books/book-source";
import { readPdf } from "@/tests/support/books/pdf-text";
import { readZip } from "@/tests/support/books/zip";
import texts from "../scenes/bubble-texts.json";

vi.mock("@/lib/media/credentials/credentials", () => ({ sign: async () => null }));

const bubbles = texts.map(({ text }) => speechBubble(text, { x: 0.5, y: 0.5 }, { fontSize: 14 }));

/** Letters with ink. Subscripts of Khmer are left out: some letters share one. */
const inkOf = (text: string) =>
  Array.from(
    text
      .normalize("NFKC")
      .replace(/\u17d2./gu, "")
      .replace(/[\p{Z}\p{C}\p{M}\p{Variation_Selector}]/gu, ""),
  );

let book: Book;
beforeAll(async () => {
  const { objects } = storeInMemory();
  const source = await bookSource(
    objects,
    bubbles.map((bubble) => ({ panels: [[bubble]] })),
  );
  book = layoutBook(source, "comic");
});

// tests/support/no-fonts.conf hides the fonts of the machine.
describe("texts of all scripts, without a font of the machine", () => {
  it("are letters of embedded fonts in a PDF", async () => {
    const pdf = readPdf(await whole(pdfBytes(book, async () => {}, { density: 40 })));
    expect(pdf.fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
    const pages = pdf.pages.map((runs) => new Set(inkOf(runs.join(""))));
    const missing = texts.flatMap(({ text }, index) =>
      inkOf(text).filter((letter) => !pages[index + 1]?.has(letter)),
    );
    // It has another form before this vowel, whose glyph has been taken for another letter.
    expect(missing).toEqual(["ទ"]);
  });

  it("are in the fonts of an EPUB", async () => {
    const files = readZip(await packed(epubFiles(book, async () => {})));
    const fonts = [...files].filter(([name]) => name.endsWith(".ttf"));
    const letters = new Set(fonts.flatMap(([, bytes]) => (create(bytes) as Font).characterSet));
    for (const { text } of texts) {
      const missing = inkOf(text).filter((letter) => !letters.has(letter.codePointAt(0) ?? 0));
      expect(missing, text).toEqual([]);
    }
  });

  it.each(bubbles)("are outlines in the server's pictures: $text", async (bubble) => {
    const size = { width: 600, height: 800 };
    const svg = await bubblesSvg([bubble], size, size);
    expect(svg).not.toContain("<text");
    const letters = svg.match(/<path d="(M[^"]+)" fill=/g)?.join("").length ?? 0;
    expect(letters).toBeGreaterThan(40 * inkOf(bubble.text).length);
  });
});
