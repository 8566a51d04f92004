/** Stores what was paid for, with patience. */
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@/lib/platform/errors";

const firstWait = 500;
const longestWait = 8_000;

/**
 * Stores what a provider sent. It is paid for, so a storage that is away for a moment gets time;
 * what is no picture or video at all does not become one.
 */
export async function storePaid<T>(store: () => Promise<T>): Promise<T> {
  for (let wait = firstWait; ; wait *= 2) {
    try {
      return await store();
    } catch (error) {
      const isUnusable =
        error instanceof AppError &&
        (error.code === "invalid_image" || error.code === "video_failed");
      if (isUnusable || wait > longestWait) throw error;
      await pause(wait);
    }
  }
}
