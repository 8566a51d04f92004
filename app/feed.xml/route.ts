import { cachedFeedDocument } from "@/lib/discovery/cache";
import { conditionalResponse } from "@/lib/discovery/conditional-response";
import { feedTypes } from "@/lib/discovery/feeds";
import { feedQuery } from "@/lib/discovery/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "New stories, of all, of a tag or of an author, as RSS 2.0",
      auth: "none",
      query: feedQuery,
      response: "raw",
    },
    async ({ query, address, request }) =>
      conditionalResponse(request, await cachedFeedDocument("rss", query, address), feedTypes.rss),
  ),
});
