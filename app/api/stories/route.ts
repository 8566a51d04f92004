import { endpoints, route } from "@/lib/platform/http/route";
import { getFeed, limitSearches } from "@/lib/stories/feed/queries";
import { createStoryBody, storyDto, storyPage, storyQuery } from "@/lib/stories/schema";
import { createStory } from "@/lib/stories/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Published stories, or the viewer's own, page by page",
      auth: "optional",
      query: storyQuery,
      response: storyPage,
      failures: ["rate_limited"],
    },
    async ({ viewer, query, address }) => {
      if (query.q) await limitSearches(viewer, address);
      return getFeed(viewer, query);
    },
  ),
  POST: route(
    {
      summary: "Start a story",
      auth: "user",
      body: createStoryBody,
      response: storyDto,
      status: 201,
      limit: { name: "create-story", max: 120, windowSeconds: 3600 },
    },
    ({ viewer, body }) => createStory(viewer, body),
  ),
});
