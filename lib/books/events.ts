import { randomUUID } from "node:crypto";
import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { OutgoingEvent } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

/** A book is to be made. `asker` makes people take turns: an account, or an address that is hashed. */
export const bookRequested = eventType("book/requested", {
  schema: z.object({
    bookId: id,
    asker: z.string().max(80),
    /** Of the request that asked for it. */
    traceId: z.string().max(64).optional(),
  }),
});

/** The event; a book that failed may be asked for again. */
export const requestBookEvent = (bookId: string, asker: string): OutgoingEvent => ({
  ...bookRequested.create({ bookId, asker }),
  id: `book:${bookId}:${randomUUID()}`,
});
