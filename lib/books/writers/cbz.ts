import "server-only";
import type { ZipEntry } from "@/lib/platform/zip";
import { type OnProgress, textEntry } from "../files";
import type { Book } from "../page-model";
import { acbf } from "./acbf";
import { comicInfo } from "./comic-info";
import { pageFiles } from "./page-files";

/** The files of a CBZ: a JPEG per page, then the metadata and the outlines of the panels. */
export async function* cbzFiles(book: Book, onProgress: OnProgress): AsyncGenerator<ZipEntry> {
  const files = yield* pageFiles(book, "", onProgress);
  yield textEntry(book, "ComicInfo.xml", comicInfo(book, files));
  yield textEntry(book, "book.acbf", acbf(book, files));
}
