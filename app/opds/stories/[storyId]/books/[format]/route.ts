import { openBookWhenReady } from "@/lib/books/open-when-ready-service";
import { openBook, requesterOf } from "@/lib/books/service";
import { authenticateOptional } from "@/lib/discovery/opds/authentication";
import { findWork } from "@/lib/discovery/opds/lists";
import { bookTypes } from "@/lib/discovery/opds/media-types";
import { bookParams } from "@/lib/discovery/opds/schema";
import type { AppError } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";
import { enforceRateLimit } from "@/lib/platform/rate-limit";

/** Books per person or address. */
const books = { name: "opds-books", max: 30, windowSeconds: 3600 };

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A story as a file, made first where it is not there yet",
      auth: "none",
      params: bookParams,
      response: "raw",
    },
    async (context) => {
      const viewer = await authenticateOptional(context);
      if (viewer instanceof Response) return viewer;
      const { params, address, request } = context;
      const { storyId, format } = params;
      await findWork(viewer, storyId);
      // A HEAD request builds no book; it returns size and ETag only of a book that is stored
      // already.
      if (request.method === "HEAD") {
        return await openBook(viewer, storyId, { format }, request).catch((error: AppError) => {
          if (error.code !== "conflict") throw error;
          return new Response(null, { headers: { "content-type": bookTypes[format] } });
        });
      }
      await enforceRateLimit(books, viewer ? `user:${viewer.id}` : `address:${address}`);
      const asker = requesterOf(viewer, address);
      return openBookWhenReady(viewer, storyId, { format, asker, request });
    },
  ),
});
