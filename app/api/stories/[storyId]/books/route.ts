import { bookBody, bookDto, bookList } from "@/lib/books/schema";
import { listBooks, requestBook, requesterOf } from "@/lib/books/service";
import { endpoints, route } from "@/lib/platform/http/route";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The available file formats of a story, with their progress",
      auth: "optional",
      params: storyParams,
      response: bookList,
      limit: { name: "books", max: 240, windowSeconds: 60 },
    },
    async ({ viewer, params }) => ({ books: await listBooks(viewer, params.storyId) }),
  ),
  POST: route(
    {
      summary: "Request a story as a file, or get the existing one",
      auth: "optional",
      params: storyParams,
      body: bookBody,
      response: bookDto,
      status: 202,
      limit: { name: "book", max: 30, windowSeconds: 3600 },
    },
    ({ viewer, params, body, address }) =>
      requestBook(viewer, params.storyId, body, requesterOf(viewer, address)),
  ),
});
