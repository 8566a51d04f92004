import { EpubCheck } from "@likecoin/epubcheck-ts";
import { create, type Font } from "fontkit";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { layoutBook } from "@/lib/books/book-layout";
import type { BookSource } from "@/lib/books/source-queries";
import { epubFiles } from "@/lib/books/writers/epub";
import { pdfBytes } from "@/lib/books/writers/pdf";
import { bleed, printFiles } from "@/lib/books/writers/print";
import {
  packed,
  spoken,
  spokenSource,
  storeInMemory,
  tell,
  whole,
} from "@/tests/support/books/book-source";
import { readPdf } from "@/tests/support/books/pdf-text";
import { xmlElements } from "@/tests/support/books/xml";
import { readZip } from "@/tests/support/books/zip";

// The key that signs is in the database: signatures have tests of their own.
vi.mock("@/lib/media/credentials/credentials", () => ({ sign: async () => null }));

const open = (bytes: Buffer) => create(bytes) as Font;

let source: BookSource;

beforeAll(async () => {
  source = await spokenSource(storeInMemory().objects);
});

const xmlText = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

describe("a PDF", () => {
  it("has every word as letters in embedded fonts, in reading order", async () => {
    const book = layoutBook(source, "comic");
    const pdf = readPdf(await whole(pdfBytes(book, tell, { density: 100 })));
    expect(pdf.pages).toHaveLength(book.pages.length);
    const words = pdf.pages.flat().join("|").replaceAll("|", " ").replace(/\s+/g, " ");
    const squeezed = words.replace(/\s/g, "");
    const found = spoken.map((text) => squeezed.indexOf(text.replace(/\s/g, "")));
    expect(found.every((at) => at >= 0)).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(squeezed.indexOf("Light&<dark>")).toBeLessThan(found[0] ?? 0);
    expect(pdf.fonts.length).toBeGreaterThan(3);
    expect(pdf.fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
    expect(pdf.source).not.toContain("Helvetica");
    const told = (key: string) => {
      const [, id] = new RegExp(`/${key} (\\d+) 0 R`).exec(pdf.source) ?? [];
      return new RegExp(`\\n${id} 0 obj\\n\\((.*)\\)`).exec(pdf.source)?.[1];
    };
    expect([told("Title"), told("Author")]).toEqual(["The Lamp Room", "Ada Byron"]);
    for (const said of ["/Lang (en)", "/MarkInfo", "/S /Figure", "/DisplayDocTitle true"]) {
      expect(pdf.source, said).toContain(said);
    }
  });

  it("for print has trim and bleed, page by page, with a file of notes", async () => {
    const book = layoutBook(source, "a5");
    const files = readZip(await packed(printFiles(book, tell)));
    expect([...files.keys()]).toEqual([
      "interior.pdf",
      "check-before-printing.txt",
      "ai-disclosure.txt",
    ]);
    const { source: text, fonts } = readPdf(files.get("interior.pdf") ?? Buffer.of());
    const boxes = [...text.matchAll(/\/TrimBox \[([\d. ]+)\]/g)].map(([, box = ""]) =>
      box.split(" ").map(Number),
    );
    expect(boxes).toHaveLength(book.pages.length);
    // Right pages are bound at the left, left pages at the right.
    expect(boxes.map(([left]) => left)).toEqual([0, bleed, 0, bleed]);
    for (const [left = 0, bottom = 0, right = 0, top = 0] of boxes) {
      expect(right - left).toBeCloseTo(419.53, 1);
      expect(top - bottom).toBeCloseTo(595.28, 1);
      expect(bottom).toBe(bleed);
    }
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
  });
});

describe("an EPUB", () => {
  it("passes the checker, in pages and as a strip", async () => {
    for (const size of ["comic", "phone"] as const) {
      const book = layoutBook(source, size);
      const result = await EpubCheck.validate(await packed(epubFiles(book, tell)));
      expect(
        result.messages.filter(({ severity }) => ["error", "fatal", "warning"].includes(severity)),
      ).toEqual([]);
    }
  });

  it("is in reading order, with alt texts, and links panel to panel", async () => {
    const book = layoutBook(source, "comic");
    const bytes = await packed(epubFiles(book, tell));
    // The first file identifies the format to programs that read only the beginning: stored,
    // without an extra field, a descriptor or flags.
    expect(bytes.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
    expect([bytes.readUInt16LE(6) & 8, bytes.readUInt16LE(8), bytes.readUInt16LE(28)]).toEqual([
      0, 0, 0,
    ]);
    const files = readZip(bytes);
    const pages = [...files.keys()].filter((name) => /page-\d+\.xhtml$/.test(name));
    const text = pages.map((name) => files.get(name)?.toString() ?? "").join("");
    const read = xmlText(text);
    const found = spoken.map((words) => read.replace(/\s/g, "").indexOf(words.replace(/\s/g, "")));
    expect(found.every((at) => at >= 0)).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(text.match(/<img [^>]*alt="A lamp, seen from panel \d of scene \d"/g)).toHaveLength(3);
    const regions = files.get("OEBPS/regions.xhtml")?.toString() ?? "";
    expect(
      [...regions.matchAll(/href="(page-\d+\.xhtml)#xywh=percent:/g)].map(([, page]) => page),
    ).toEqual(["page-002.xhtml", "page-002.xhtml", "page-003.xhtml"]);
    const opf = files.get("OEBPS/package.opf")?.toString() ?? "";
    expect(opf).not.toContain("<guide");
    // Core media types alone (EPUB 3.3, 3.2), each with the bytes that it names.
    for (const { name, attributes } of xmlElements(opf)) {
      const { href = "", "media-type": type = "" } = attributes;
      if (name !== "item") continue;
      expect(type).toMatch(
        /^(image\/jpeg|font\/(ttf|otf|woff2)|text\/css|application\/xhtml\+xml)$/,
      );
      const file = files.get(`OEBPS/${href}`);
      if (type === "image/jpeg") expect((await sharp(file).metadata()).format).toBe("jpeg");
    }
    for (const said of [
      "pre-paginated",
      "schema:accessibilitySummary",
      "alternativeText",
      "cover-image",
      "data-nav",
    ]) {
      expect(opf).toContain(said);
    }
    // Readers that leave SVG out still have the words, once, and those that draw it read it once.
    const withoutSvg = text.replace(/<svg.*?<\/svg>/gs, "");
    for (const words of spoken) expect(xmlText(withoutSvg).split(words)).toHaveLength(2);
    expect(text.match(/<svg [^>]*aria-hidden="true"/g)).toHaveLength(3);
    // Letters are there without a network, also in a format that older e-readers take.
    const webFonts = [...files.keys()].filter((name) => name.endsWith(".woff2"));
    expect(webFonts.length).toBeGreaterThan(3);
    const css = files.get("OEBPS/style.css")?.toString() ?? "";
    for (const name of webFonts) {
      const plain = name.replace("woff2", "ttf");
      expect(css).toContain(`src:url(${plain.slice(6)}),url(${name.slice(6)})`);
      const [one, other] = [plain, name].map((file) => open(files.get(file) ?? Buffer.of()));
      expect(one?.characterSet).toEqual(other?.characterSet);
      expect(one?.glyphForCodePoint(33).path.toSVG()).toBe(
        other?.glyphForCodePoint(33).path.toSVG(),
      );
    }
  });
});

it("an EPUB sets titles of right-to-left scripts from right to left", async () => {
  const rightToLeft = { ...source, title: "غرفة المصباح: 1", scenes: source.scenes.slice(0, 1) };
  const book = layoutBook(rightToLeft, "comic");
  const files = readZip(await packed(epubFiles(book, tell)));
  const cover = files.get("OEBPS/page-001.xhtml")?.toString() ?? "";
  expect(cover).toMatch(/<h1 dir="rtl"><span [^>]*><i [^>]*>غرفة/);
  expect(cover).toMatch(/<p><span [^>]*>by Ada Byron/);
  expect(files.get("OEBPS/page-003.xhtml")?.toString()).toContain('<h2 dir="rtl">');
  const { messages } = await EpubCheck.validate(await packed(epubFiles(book, tell)));
  expect(messages.filter(({ severity }) => ["error", "fatal"].includes(severity))).toEqual([]);
});
