import type { ZipEntry } from "@/lib/platform/zip";
import type { Book } from "./page-model";

/** Reports how many pages are done; may wait so that others get their turn. */
export type OnProgress = (done: number, of: number) => Promise<void>;

const encoder = new TextEncoder();

/** A compressed text in a ZIP. */
export const textEntry = (book: Pick<Book, "date">, name: string, text: string): ZipEntry => ({
  name,
  modified: book.date,
  bytes: encoder.encode(text),
  compress: true,
});

/** A picture, font or PDF in a ZIP, stored without compression. */
export const fileEntry = (
  book: Pick<Book, "date">,
  name: string,
  bytes: ZipEntry["bytes"],
): ZipEntry => ({
  name,
  modified: book.date,
  bytes,
  compress: false,
});

/** '007' of 120 pages, because readers sort by name. */
export const numbered = (index: number, count: number): string =>
  String(index + 1).padStart(Math.max(3, String(count).length), "0");
