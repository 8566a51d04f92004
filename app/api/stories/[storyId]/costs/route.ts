import { endpoints, route } from "@/lib/platform/http/route";
import { storyCosts } from "@/lib/spending/queries";
import { storyCostsDto } from "@/lib/spending/schema";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "What scenes, pictures and videos of a story cost, and what it has cost",
      auth: "user",
      params: storyParams,
      response: storyCostsDto,
    },
    ({ viewer, params }) => storyCosts(viewer, params.storyId),
  ),
});
