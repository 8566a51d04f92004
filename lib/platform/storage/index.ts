import "server-only";
import path from "node:path";
import { env } from "../env";
import { createDiskStorage } from "./disk";
import type { Storage } from "./storage";

const holder = globalThis as { inkwrightStorage?: Storage };

/** Where objects are kept; the only place that chooses. */
export function storage(): Storage {
  holder.inkwrightStorage ??= createDiskStorage(path.join(env().DATA_DIR, "objects"));
  return holder.inkwrightStorage;
}

/** Puts another storage in its place; returns the one before. Tests make it fail with this. */
export function replaceStorage(next: Storage): Storage {
  const before = storage();
  holder.inkwrightStorage = next;
  return before;
}
