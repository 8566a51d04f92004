import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setPriority } from "node:os";

/** As `nice` counts: a thread that serves gets about nine times the processor of one that encodes. */
const niceness = 10;
const threads = "/proc/self/task";

let lowered: Promise<void> | undefined;

/**
 * Lets the threads on which pictures are encoded (libuv's pool) yield to the one that serves pages.
 * Linux has a priority for each thread; elsewhere, or where it is not allowed, nothing happens.
 */
export function lowerWorkerPriority(): Promise<void> {
  lowered ??= lowerPriority().catch(() => {});
  return lowered;
}

async function lowerPriority(): Promise<void> {
  // The pool begins with the first work it gets.
  await stat(threads);
  for (const id of readdirSync(threads)) {
    const name = readFileSync(`${threads}/${id}/comm`, "utf8").trim();
    if (name === "libuv-worker") setPriority(Number(id), niceness);
  }
}
