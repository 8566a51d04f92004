import "server-only";
import type { ZipEntry } from "@/lib/platform/zip";
import { fileEntry, numbered, type OnProgress, textEntry } from "../files";
import type { Book } from "../page-model";
import { pagePicture } from "../page-picture";
import { acbf } from "./acbf";
import { comicInfo, type DrawnPage } from "./comic-info";

/** Page width in pixels: sharp on a tablet, and no more than the pictures have. */
const pageWidth = 1600;
/** Width of a strip in pixels; a strip is as wide as a phone. */
const stripWidth = 1080;

export const widthFor = (book: Book): number =>
  (book.pages[0]?.width ?? 0) < 400 ? stripWidth : pageWidth;

/** The files of a CBZ: a JPEG per page, then the metadata and the outlines of the panels. */
export async function* cbzFiles(book: Book, onProgress: OnProgress): AsyncGenerator<ZipEntry> {
  const drawn: DrawnPage[] = [];
  const files: string[] = [];
  for (const [index, page] of book.pages.entries()) {
    const { bytes, ...size } = await pagePicture(page, widthFor(book), book);
    drawn.push({ ...size, bytes: bytes.byteLength });
    const name = `${numbered(index, book.pages.length)}.jpg`;
    files.push(name);
    yield fileEntry(book, name, bytes);
    await onProgress(index + 1, book.pages.length);
  }
  yield textEntry(book, "ComicInfo.xml", comicInfo(book, drawn));
  yield textEntry(book, "book.acbf", acbf(book, drawn, files));
}
