import { bookParams, bookQuery } from "@/lib/books/schema";
import { openBook } from "@/lib/books/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The file of a story, once it is made",
      auth: "optional",
      params: bookParams,
      query: bookQuery,
      response: "raw",
      // A file for its author alone; a book that is not made yet.
      failures: [403, 409],
      limit: { name: "book-file", max: 60, windowSeconds: 3600 },
    },
    ({ viewer, params: { storyId, format }, query: { size }, request }) =>
      openBook(viewer, storyId, { format, size }, request.method === "HEAD"),
  ),
});
