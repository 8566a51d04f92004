import { askerOf } from "@/lib/books/service";
import { openBookOnceMade } from "@/lib/books/wait-service";
import { admitAnybody } from "@/lib/discovery/opds/admission";
import { bookTypes } from "@/lib/discovery/opds/media-types";
import { findWork } from "@/lib/discovery/opds/read";
import { bookParams } from "@/lib/discovery/opds/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { enforce } from "@/lib/platform/limits";

/** Books for one person or address. */
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
      const viewer = await admitAnybody(context);
      if (viewer instanceof Response) return viewer;
      const { params, address, request } = context;
      const { storyId, format } = params;
      await findWork(viewer, storyId);
      // Whoever asks what it is has nothing made.
      if (request.method === "HEAD") {
        return new Response(null, { headers: { "content-type": bookTypes[format] } });
      }
      await enforce(books, viewer ? `user:${viewer.id}` : `address:${address}`);
      return openBookOnceMade(viewer, storyId, { format, asker: askerOf(viewer, address) });
    },
  ),
});
