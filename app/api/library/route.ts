import { listLibrary } from "@/lib/library/queries";
import { createEntryBody, libraryEntryDto, libraryPage, libraryQuery } from "@/lib/library/schema";
import { createEntry } from "@/lib/library/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The viewer's cast: characters and locations across stories, page by page",
      auth: "user",
      query: libraryQuery,
      response: libraryPage,
    },
    ({ viewer, query }) => listLibrary(viewer, query),
  ),
  POST: route(
    {
      summary:
        "Add an entry to the viewer's cast: a new one, or a character or location of a story",
      auth: "user",
      body: createEntryBody,
      response: libraryEntryDto,
      status: 201,
    },
    ({ viewer, body }) => createEntry(viewer, body),
  ),
});
