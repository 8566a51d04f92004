import { listLibrary } from "@/lib/library/queries";
import {
  libraryEntryDto,
  libraryPage,
  libraryQuery,
  saveToLibraryBody,
} from "@/lib/library/schema";
import { saveToLibrary } from "@/lib/library/service";
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
      summary: "Save a character or location of a story to its author's cast",
      auth: "user",
      body: saveToLibraryBody,
      response: libraryEntryDto,
      status: 201,
    },
    ({ viewer, body }) => saveToLibrary(viewer, body),
  ),
});
