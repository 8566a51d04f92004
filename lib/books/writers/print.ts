import "server-only";
import { brand } from "@/lib/platform/brand";
import type { ZipEntry } from "@/lib/platform/zip";
import { fileEntry, type OnProgress, textEntry } from "../files";
import { minPrintedPages } from "../formats";
import type { Book } from "../page-model";
import { pdfBytes } from "./pdf";

/** Points; an eighth of an inch, which KDP and most print shops require. */
export const bleed = 9;
/** Pixels per inch that print shops ask for. */
export const printDensity = 300;

/** Panels whose pictures have a lower resolution than `printDensity`. */
export function lowResolutionPanels(book: Book): { page: number; name: string; density: number }[] {
  return book.pages.flatMap((page, index) =>
    page.panels.flatMap(({ picture, inner, name }) => {
      if (!picture?.width || !picture.height) return [];
      const density = Math.floor(
        Math.min(picture.width / (inner.width / 72), picture.height / (inner.height / 72)),
      );
      return density < printDensity ? [{ page: index + 1, name, density }] : [];
    }),
  );
}

const inches = (points: number) => `${Math.round((points / 72) * 1000) / 1000} in`;

/** Advice for the author before printing. */
export function printReport(book: Book): string {
  const [first] = book.pages;
  const coarse = lowResolutionPanels(book);
  const count = book.pages.length;
  const pages =
    count < minPrintedPages
      ? `PAGES    ${count}. KDP prints books of at least ${minPrintedPages} pages: add scenes, or choose a smaller page. Other print shops take fewer.`
      : `PAGES    ${count}. Enough for KDP, which asks for at least ${minPrintedPages}.`;
  const pictures =
    coarse.length === 0
      ? `PICTURES All have ${printDensity} dots per inch or more.`
      : `PICTURES These have fewer than ${printDensity} dots per inch, and may look soft in print. A smaller page makes them finer:\n${coarse.map(({ page, name, density }) => `         page ${page}, ${name}: ${density}`).join("\n")}`;
  return `${book.title}
by ${book.author}

SIZE     ${inches(first?.width ?? 0)} x ${inches(first?.height ?? 0)} after the cut (trim), with a bleed of 0.125 in above, below and on the outer edge. In KDP choose this trim size, and 'Bleed (PDF only)'.
${pages}
${pictures}
COVER    KDP and most print shops take the cover as a file of its own; the first page of this one is the title page.
`;
}

function imagesAnswer({ isMadeWithAi }: Book): string {
  if (isMadeWithAi === null) return "Say whether AI made any of them";
  return isMadeWithAi ? "Yes, AI-generated" : "No";
}

/** Answers to a publisher's questions about AI, to copy into its forms. */
export const disclosureSheet = (book: Book): string => `What AI has made of this book

Title    ${book.title}
Author   ${book.author}
Made on  ${brand.name}, ${book.address}

${book.disclosure.map((line) => `- ${line}`).join("\n")}

Where a publisher asks (KDP: 'Did you use AI tools in creating texts, images, and/or translations in your book?'):
Images        ${imagesAnswer(book)}
Text          ${book.isMadeWithAi ? "Say how much of the scripts and bubbles you left as the AI drafted them" : "Say whether the AI drafted scripts or bubbles"}
Translations  No, unless you had it translated by AI
`;

/** The files of a book for print: the pages, the advice and the AI disclosure. */
export async function* printFiles(book: Book, onProgress: OnProgress): AsyncGenerator<ZipEntry> {
  // Presses do not show more than twice the required resolution.
  const pdf = pdfBytes(book, onProgress, { density: printDensity * 2, bleed });
  yield fileEntry(book, "interior.pdf", pdf);
  yield textEntry(book, "check-before-printing.txt", printReport(book));
  yield textEntry(book, "ai-disclosure.txt", disclosureSheet(book));
}
