import { randomUUID } from "node:crypto";
import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { OutgoingEvent } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

/**
 * Requests a book. `asker` is the concurrency key, so that askers take turns: an account, or a
 * hashed address.
 */
export const bookRequested = eventType("book/requested", {
  schema: z.object({
    bookId: id,
    asker: z.string().max(80),
    /** Trace of the request. */
    traceId: z.string().max(64).optional(),
  }),
});

/** A random id, because a failed book may be requested again. */
export const requestBookEvent = (bookId: string, asker: string): OutgoingEvent => ({
  ...bookRequested.create({ bookId, asker }),
  id: `book:${bookId}:${randomUUID()}`,
});
