import { buildBook, failBook } from "@/lib/books/build-service";
import { bookRequested } from "@/lib/books/events";
import { inngest } from "@/lib/platform/jobs/client";
import { continueTrace } from "@/lib/platform/trace";

/**
 * Makes a book. Drawing uses a whole core, so books are made one at a time, and requesters take
 * turns.
 */
export const makeBookFunction = inngest.createFunction(
  {
    id: "make-book",
    triggers: [{ event: bookRequested }],
    retries: 3,
    concurrency: [
      { key: "event.data.asker", limit: 1 },
      { scope: "env", key: '"books"', limit: 1 },
    ],
    onFailure: async ({ event, step }) => {
      const { bookId } = event.data.event.data;
      await step.run("fail", () => failBook(bookId));
    },
  },
  async ({ event, step }) => {
    const { bookId, traceId } = event.data;
    await step.run("make", () =>
      continueTrace(traceId, "make-book make", { "inkwright.book": bookId }, () =>
        buildBook(bookId),
      ),
    );
  },
);
