import { createHash } from "node:crypto";
import { bookBody, bookDto, bookList } from "@/lib/books/schema";
import { listBooks, requestBook } from "@/lib/books/service";
import { endpoints, route } from "@/lib/platform/http/route";
import { storyParams } from "@/lib/stories/schema";

/** Anybody may read a published story: who asks from nowhere in particular takes turns by address. */
const askerOf = (viewer: { id: string } | null, address: string) =>
  viewer?.id ?? createHash("sha256").update(address).digest("hex").slice(0, 32);

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The files that a story can be had as, with how far each is",
      auth: "optional",
      params: storyParams,
      response: bookList,
      limit: { name: "books", max: 240, windowSeconds: 60 },
    },
    async ({ viewer, params }) => ({ books: await listBooks(viewer, params.storyId) }),
  ),
  POST: route(
    {
      summary: "Have a story made into a file, or be told of the one that is there",
      auth: "optional",
      params: storyParams,
      body: bookBody,
      response: bookDto,
      status: 202,
      limit: { name: "book", max: 30, windowSeconds: 3600 },
    },
    ({ viewer, params, body, address }) =>
      requestBook(viewer, params.storyId, body, askerOf(viewer, address)),
  ),
});
