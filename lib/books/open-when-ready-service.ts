import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { AppError } from "@/lib/platform/errors";
import type { BookFormat } from "./formats";
import { openBook, requestBook } from "./service";

/** Milliseconds: reading apps end a download that has not begun within half a minute. */
const defaultMaxWaitMs = 20_000;

/** Whether it says that the book is on its way. */
const isPending = (error: unknown) =>
  error instanceof AppError && error.code === "conflict" && error.details.retryAfter !== undefined;

/**
 * The file of a book for an app that knows nothing but its address: it is made where it is not, and
 * the answer waits for it for a while.
 * @param asker whoever asks, for taking turns
 * @throws AppError as `requestBook` and `openBook`, `unavailable` while it is still being made
 */
export async function openBookWhenReady(
  viewer: Viewer | null,
  storyId: string,
  { format, asker, most = defaultMaxWaitMs }: { format: BookFormat; asker: string; most?: number },
): Promise<Response> {
  const until = performance.now() + most;
  await requestBook(viewer, storyId, { format }, asker);
  for (;;) {
    try {
      return await openBook(viewer, storyId, { format }, false);
    } catch (error) {
      if (!isPending(error)) throw error;
      if (performance.now() > until) {
        throw new AppError("unavailable", (error as AppError).message, { retryAfter: 10 });
      }
    }
    await sleep(1_000);
  }
}
