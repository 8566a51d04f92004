import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { AppError } from "@/lib/platform/errors";
import type { RangeRequest } from "@/lib/platform/http/range-response";
import type { BookFormat } from "./formats";
import { openBook, requestBook } from "./service";

/** Milliseconds; reading apps abort a download that has not begun within 30 seconds. */
const defaultMaxWaitMs = 20_000;

/** Whether the error says that the book is being made. */
const isPending = (error: unknown) =>
  error instanceof AppError && error.code === "conflict" && error.details.retryAfter !== undefined;

/**
 * Opens a book for an app that only knows its address: requests it if necessary and waits for it.
 * @param asker concurrency key, see `requesterOf`
 * @throws AppError as `requestBook` and `openBook`, `unavailable` when the wait ends first
 */
export async function openBookWhenReady(
  viewer: Viewer | null,
  storyId: string,
  {
    format,
    asker,
    request,
    most = defaultMaxWaitMs,
  }: { format: BookFormat; asker: string; request: RangeRequest; most?: number },
): Promise<Response> {
  const until = performance.now() + most;
  await requestBook(viewer, storyId, { format }, asker);
  for (;;) {
    try {
      return await openBook(viewer, storyId, { format }, request);
    } catch (error) {
      if (!isPending(error)) throw error;
      if (performance.now() > until) {
        throw new AppError("unavailable", (error as AppError).message, { retryAfter: 10 });
      }
    }
    await sleep(1_000);
  }
}
