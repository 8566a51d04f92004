import { bookParams, bookQuery } from "@/lib/books/schema";
import { openBook } from "@/lib/books/service";
import { endpoints, route } from "@/lib/platform/http/route";
import { assertBelowRateLimit, enforceRateLimit } from "@/lib/platform/rate-limit";

/** Files per person or address. */
const files = { name: "book-file", max: 60, windowSeconds: 3600 };

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Download the file of a story, once it exists",
      auth: "optional",
      params: bookParams,
      query: bookQuery,
      response: "raw",
      mediaType: "application/*",
      statuses: [206, 304, 416],
      // A format for the author alone; a book that is not built yet.
      failures: ["forbidden", "conflict"],
      limit: { name: "book-asked", max: 240, windowSeconds: 3600 },
    },
    async ({ viewer, params: { storyId, format }, query: { size }, request, address }) => {
      const headAlone = request.method === "HEAD";
      const subject = viewer ? `user:${viewer.id}` : `address:${address}`;
      // A HEAD request learns of the limit before a browser would save the refusal as a file.
      await (headAlone ? assertBelowRateLimit(files, subject) : enforceRateLimit(files, subject));
      return openBook(viewer, storyId, { format, size }, request);
    },
  ),
});
