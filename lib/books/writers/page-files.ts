import "server-only";
import type { ZipEntry } from "@/lib/platform/zip";
import { fileEntry, numbered, type OnProgress } from "../files";
import type { Book } from "../page-model";
import { pagePicture } from "../page-picture";

/** Page width in pixels: sharp on a tablet, and no more than the pictures have. */
const pageWidth = 1600;
/** Width of a strip in pixels; a strip is as wide as a phone. */
const stripWidth = 1080;

/** A page as a JPEG in a ZIP; sizes in pixels and bytes. */
export interface PageFile {
  name: string;
  width: number;
  height: number;
  bytes: number;
}

/** Draws the pages into a folder of a ZIP. @returns their files, in the order of the pages */
export async function* pageFiles(
  book: Book,
  folder: string,
  onProgress: OnProgress,
): AsyncGenerator<ZipEntry, PageFile[]> {
  const files: PageFile[] = [];
  const count = book.pages.length;
  for (const [index, page] of book.pages.entries()) {
    const picture = await pagePicture(page, book.isStrip ? stripWidth : pageWidth, book);
    const { bytes, width, height } = picture;
    const name = `${folder}${numbered(index, count)}.jpg`;
    files.push({ name, width, height, bytes: bytes.byteLength });
    yield fileEntry(book, name, bytes);
    await onProgress(index + 1, count);
  }
  return files;
}
