import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { bookFile } from "../../lib/books/book-file.ts";
import { type BookFormat, formatFacts } from "../../lib/books/formats.ts";
import { readSource } from "../../lib/books/source-queries.ts";
import { db } from "../../lib/platform/db.ts";

/** Measures one book and prints the result as a line of JSON. */
export interface MadeBook {
  pages: number;
  bytes: number;
  seconds: number;
  /** Resident memory at its highest. */
  megabytes: number;
}

/** Makes one book: `<story> <format> whole|pictures <file>`. */
export async function main(): Promise<void> {
  const [storyId = "", format = "cbz", way, file = ""] = process.argv.slice(2);
  const kind = format as BookFormat;
  const source = await readSource("maker", storyId);
  if (way === "pictures") {
    for (const { panels } of source.scenes) for (const panel of panels) panel.textBubbles = [];
  }
  const began = performance.now();
  const book = await bookFile(source, kind, formatFacts[kind].sizes[0], async () => {});
  const target = createWriteStream(file);
  await pipeline(Readable.from(book.bytes, { objectMode: false }), target);
  const made: MadeBook = {
    pages: book.pages,
    bytes: target.bytesWritten,
    seconds: (performance.now() - began) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
  console.log(JSON.stringify(made));
  await db.$disconnect();
}
