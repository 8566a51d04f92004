import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setPriority } from "node:os";

/**
 * A nice value: the server's thread gets about nine times the processor time of an encoding thread.
 */
const niceness = 10;
const threads = "/proc/self/task";

let lowered: Promise<void> | undefined;

/**
 * Lowers the priority of the threads that encode pictures (libuv's pool) below that of the server's
 * thread. Linux has priorities per thread; on other systems, or without permission, it does
 * nothing.
 */
export function lowerWorkerPriority(): Promise<void> {
  lowered ??= lowerPriority().catch(() => {});
  return lowered;
}

async function lowerPriority(): Promise<void> {
  // The pool starts with its first task.
  await stat(threads);
  for (const id of readdirSync(threads)) {
    const name = readFileSync(`${threads}/${id}/comm`, "utf8").trim();
    if (name === "libuv-worker") setPriority(Number(id), niceness);
  }
}
