import "server-only";
import { ancestorsOf } from "@/lib/pages/lineage-queries";
import { type ZipEntry, zip } from "@/lib/platform/zip";
import { archiveFiles } from "./archive/archive-files";
import { lacksUnfinishedScene, readArchive } from "./archive/archive-queries";
import { layoutBook } from "./book-layout";
import type { OnProgress } from "./files";
import { type BookFormat, type BookSize, minPrintedPages } from "./formats";
import type { Book } from "./page-model";
import { type BookSource, seriesOf } from "./source-queries";
import { cbzFiles } from "./writers/cbz";
import { epubFiles } from "./writers/epub";
import { pdfBytes } from "./writers/pdf";
import { lowResolutionPanels, printDensity, printFiles } from "./writers/print";
import { webpubFiles } from "./writers/webpub";
import { webtoonFiles } from "./writers/webtoon";

/** Pixels per inch of the pictures in a PDF for screens. */
const screenDensity = 220;

/** A file that is still being streamed, with its page count and message. */
interface BookFile {
  bytes: AsyncIterable<Uint8Array>;
  pages: number;
  message: string | null;
}

const filesBy: Record<
  Exclude<BookFormat, "pdf" | "archive">,
  (book: Book, onProgress: OnProgress) => AsyncGenerator<ZipEntry>
> = {
  cbz: cbzFiles,
  epub: epubFiles,
  webtoon: webtoonFiles,
  webpub: webpubFiles,
  print: printFiles,
};

const withoutScene = "A scene that was still being made is not in it.";

/** A story as a file in the given format, rendered while it is streamed. */
export async function bookFile(
  source: BookSource,
  format: BookFormat,
  size: BookSize,
  onProgress: OnProgress,
): Promise<BookFile> {
  if (format === "archive" || size === "whole") {
    const archive = await readArchive(source.id);
    const message = (await lacksUnfinishedScene(source.id)) ? withoutScene : null;
    return { bytes: zip(archiveFiles(archive, onProgress)), pages: 0, message };
  }
  const remixedFrom = await ancestorsOf(source.id);
  const book = layoutBook(source, size, remixedFrom);
  if (format === "cbz") book.series = await seriesOf(source);
  return {
    bytes:
      format === "pdf"
        ? pdfBytes(book, onProgress, { density: screenDensity })
        : zip(filesBy[format](book, onProgress)),
    pages: book.pages.length,
    message: format === "print" ? printWords(book) : null,
  };
}

/** Warnings for the author about printing, or null. */
function printWords(book: Book): string | null {
  const pages = book.pages.length;
  const coarse = lowResolutionPanels(book).length;
  const words = [
    ...(pages < minPrintedPages
      ? [`It has ${pages} pages, and KDP prints ${minPrintedPages} or more.`]
      : []),
    ...(coarse > 0
      ? [
          `${coarse} ${coarse === 1 ? "picture has" : "pictures have"} fewer than ${printDensity} dots per inch; the list lies beside the PDF.`,
        ]
      : []),
  ];
  return words.length > 0 ? words.join(" ") : null;
}
