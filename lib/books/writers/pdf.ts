import "server-only";
import PDFDocument from "pdfkit";
import { brand } from "@/lib/platform/brand";
import type { Box } from "@/lib/scenes/bubbles/path";
import { fontFor, loadShaper } from "@/lib/scenes/lettering/font-files";
import type { OnProgress } from "../files";
import { type Book, type BookPage, type PlacedPanel, paint, tocTitle } from "../page-model";
import { framePaths } from "../page-svg";
import { jpegFor } from "../pictures";
import { type Pdf, preparePdfBubble, preparePdfLine } from "./pdf-lettering";

interface PdfOptions {
  /** Highest resolution of pictures, in pixels per inch; a higher one only enlarges the file. */
  density: number;
  /** For print: points that pictures at the edge extend beyond the trim. */
  bleed?: number;
}

/**
 * A book as a tagged PDF, streamed page by page, so that its length does not matter. Text is real
 * text in embedded fonts and in reading order; pictures have alternative texts.
 */
export async function* pdfBytes(
  book: Book,
  onProgress: OnProgress,
  options: PdfOptions,
): AsyncGenerator<Uint8Array> {
  await loadShaper();
  const pdf = new PDFDocument({
    autoFirstPage: false,
    // PDFKit's default font would not be embedded.
    font: bodyFont(),
    pdfVersion: "1.7",
    tagged: true,
    lang: book.language,
    displayTitle: true,
    info: {
      Title: book.title,
      Author: book.author,
      Subject: book.description,
      Keywords: [...book.tags, ...(book.isMadeWithAi ? ["Made with AI"] : [])].join(", "),
      Creator: brand.name,
      Producer: brand.name,
      CreationDate: book.date,
    },
  });
  const failed = new Promise<never>((_, reject) => pdf.once("error", reject));
  failed.catch(() => {});
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  for (const [index, page] of book.pages.entries()) {
    await addPage(pdf, root, page, { index, options });
    yield* ready(pdf);
    await onProgress(index + 1, book.pages.length);
  }
  root.end();
  pdf.end();
  for await (const chunk of pdf as unknown as AsyncIterable<Uint8Array>) yield chunk;
}

/** Yields the output written so far without waiting for more. */
function* ready(pdf: Pdf): Generator<Uint8Array> {
  const source = pdf as unknown as { read(): Uint8Array | null };
  for (let chunk = source.read(); chunk !== null; chunk = source.read()) yield chunk;
}

const bodyFont = (): string => {
  const font = fontFor("Comic Neue", 400, 65);
  if (!font) throw new Error("The fonts of the lettering are not installed.");
  return font.file;
};

/**
 * The trim box of a page on its sheet: with bleed above, below and at the outer edge, but not at the spine.
 * Right pages have even indexes.
 */
function cutOf(page: BookPage, index: number, bleed: number): Box {
  const isRight = index % 2 === 0;
  return { x: isRight ? 0 : bleed, y: bleed, width: page.width, height: page.height };
}

async function addPage(
  pdf: Pdf,
  root: PDFKit.PDFStructureElement,
  page: BookPage,
  { index, options }: { index: number; options: PdfOptions },
): Promise<void> {
  const bleed = options.bleed ?? 0;
  const cut = cutOf(page, index, bleed);
  const sheet: [number, number] = [page.width + bleed, page.height + 2 * bleed];
  pdf.addPage({ size: sheet, margin: 0 });
  if (bleed > 0) {
    const from = sheet[1] - cut.y - cut.height;
    const boxes = pdf.page.dictionary.data as unknown as Record<string, number[]>;
    boxes.TrimBox = [cut.x, from, cut.x + cut.width, from + cut.height];
    boxes.BleedBox = [0, 0, ...sheet];
  }
  const title = tocTitle(page);
  if (title !== null) pdf.outline.addItem(title);
  pdf.save().translate(cut.x, cut.y);
  const part = pdf.struct(page.kind === "scene" ? "Sect" : "Part");
  root.add(part);
  // Titles precede the panels of a scene and follow the picture of a cover.
  const lines = page.lines.map((line) => preparePdfLine(pdf, line));
  const addLines = () => {
    for (const [at, draw] of lines.entries()) {
      const level = page.lines[at]?.level ?? 0;
      part.add(pdf.struct(level === 0 ? "P" : level === 1 ? "H1" : "H2", {}, draw));
    }
  };
  if (page.kind !== "cover") addLines();
  for (const panel of page.panels) await addPanel(pdf, part, panel, page, options);
  if (page.kind === "cover") addLines();
  part.end();
  pdf.restore();
}

async function addPanel(
  pdf: Pdf,
  part: PDFKit.PDFStructureElement,
  panel: PlacedPanel,
  page: BookPage,
  { density, bleed = 0 }: PdfOptions,
): Promise<void> {
  const { picture, inner, frame } = panel;
  if (picture) {
    const place = extendIntoBleed(inner, page, bleed);
    const { bytes, width, height } = await jpegFor(
      picture,
      (place.width / 72) * density * cropOf(picture, place),
    );
    const scale = Math.max(place.width / width, place.height / height);
    const size = { width: width * scale, height: height * scale };
    part.add(
      pdf.struct("Figure", { alt: panel.altText || panel.name }, () => {
        pdf.save();
        pdf.rect(place.x, place.y, place.width, place.height).clip();
        const x = place.x + (place.width - size.width) / 2;
        const y = place.y + (place.height - size.height) / 2;
        pdf.image(bytes as Buffer, x, y, size);
        pdf.restore();
      }),
    );
  }
  const preparedBubbles = panel.bubbles.map((bubble) =>
    preparePdfBubble(pdf, bubble, panel.lettering),
  );
  if (frame.width > 0) {
    const { corners, ring } = framePaths(panel);
    part.add(
      pdf.struct("NonStruct", {}, () => {
        pdf.path(corners).fill(paint.paper, "even-odd");
        pdf.path(ring).fill(paint.ink, "even-odd");
      }),
    );
  }
  // Bubbles overlap in their order and are clipped to their panel.
  for (const { shape, words } of preparedBubbles) {
    part.add(
      pdf.struct("P", {}, () => {
        pdf.save();
        pdf.rect(inner.x, inner.y, inner.width, inner.height).clip();
        shape();
        words();
        pdf.restore();
      }),
    );
  }
}

/** Ratio of a picture's width, when it covers the box, to the width of the box. */
function cropOf(
  picture: { width: number | null; height: number | null },
  place: { width: number; height: number },
): number {
  const { width, height } = picture;
  if (!width || !height) return 1;
  return Math.max(1, width / height / (place.width / place.height));
}

/** Extends a box at the page's edges into the bleed. */
function extendIntoBleed(box: Box, page: BookPage, bleed: number): Box {
  if (bleed === 0) return box;
  const left = box.x <= 0.01 ? bleed : 0;
  const top = box.y <= 0.01 ? bleed : 0;
  const right = box.x + box.width >= page.width - 0.01 ? bleed : 0;
  const bottom = box.y + box.height >= page.height - 0.01 ? bleed : 0;
  return {
    x: box.x - left,
    y: box.y - top,
    width: box.width + left + right,
    height: box.height + top + bottom,
  };
}
