import type { ZipEntry } from "@/lib/platform/zip";
import type { Book } from "./page-model";

/** Tells how many of the pages are done; may wait until others had their turn. */
export type OnProgress = (done: number, of: number) => Promise<void>;

const encoder = new TextEncoder();

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** A text of an archive. */
export const textEntry = (book: Pick<Book, "date">, name: string, text: string): ZipEntry => ({
  name,
  modified: book.date,
  bytes: once(encoder.encode(text)),
  compress: true,
});

/** A picture, font or PDF of an archive. */
export const fileEntry = (
  book: Pick<Book, "date">,
  name: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): ZipEntry => ({
  name,
  modified: book.date,
  bytes: bytes instanceof Uint8Array ? once(bytes) : bytes,
  compress: false,
});

/** '007' of 120 pages: readers sort by name. */
export const numbered = (index: number, count: number): string =>
  String(index + 1).padStart(Math.max(3, String(count).length), "0");
