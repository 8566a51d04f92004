/**
 * `npm run bench -- books [<scenes>] [--format=cbz]`: a story of 200 pages with letters of 24
 * languages as each file that it can be had as, each in a process of its own: memory, and time
 * beside the same book without letters, which is what its pictures take to read and write. Exits
 * with 1 beyond a bar.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BookFormat, bookFormats, formatFacts } from "../../lib/books/formats.ts";
import { LOW_MEMORY } from "../../scripts/launcher/app.ts";
import type { MadeBook } from "./one-book.ts";
import { prepare, type Row, report } from "./support/site.ts";

/** MB of the process at its highest. */
const memoryBar = 512;
/** Time of a book : the same without letters. */
const timeBar = 1.5;

export const main = () =>
  report(async (folder, cleanups) => {
    const words = process.argv.slice(2);
    const scenes = Number(words.find((word) => /^\d+$/.test(word)) ?? 200);
    const only = words.find((word) => word.startsWith("--format="))?.split("=")[1];
    await prepare(folder, cleanups);
    // Modules that read the database are imported once it runs.
    const { seedLetteredStory } = await import("./support/languages.ts");
    const storyId = await seedLetteredStory(scenes);
    const { db } = await import("../../lib/platform/db.ts");
    cleanups.push(() => db.$disconnect());
    const rows: Row[] = [];
    for (const format of bookFormats.filter((one) => !only || one === only)) {
      const make = (way: string) => makeApart(folder, { storyId, format, way });
      // The first one reads files that are not cached yet.
      await make("pictures");
      const pictures = await make("pictures");
      const book = await make("whole");
      const ratio = book.seconds / pictures.seconds;
      rows.push([
        `${formatFacts[format].label}, ${book.pages || scenes} pages, ${(book.bytes / 1e6).toFixed(0)} MB`,
        `${book.megabytes.toFixed(0)} MB of memory (bar ${memoryBar}); ${book.seconds.toFixed(1)} s, ${ratio.toFixed(2)} × its pictures (bar ${timeBar})`,
        book.megabytes <= memoryBar && ratio <= timeBar,
      ]);
      console.log(rows.at(-1)?.join(" · "));
    }
    return rows;
  });

interface Wanted {
  storyId: string;
  format: BookFormat;
  /** `whole`, or `pictures`: without letters. */
  way: string;
}

async function makeApart(folder: string, { storyId, format, way }: Wanted): Promise<MadeBook> {
  await sleep(1_000);
  const child = spawn(
    process.execPath,
    [
      ...LOW_MEMORY.flags,
      "--conditions=react-server",
      "scripts/run.mjs",
      "tests/bench/one-book.ts",
      ...[storyId, format, way, path.join(folder, `book-${format}-${way}`)],
    ],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...LOW_MEMORY.env } },
  );
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${format} was not made: ${text}`);
  return JSON.parse(text.trim().split("\n").at(-1) ?? "");
}
