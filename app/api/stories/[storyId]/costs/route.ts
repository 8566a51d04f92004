import { endpoints, route } from "@/lib/platform/http/route";
import { storyCosts } from "@/lib/spending/queries";
import { storyCostsDto } from "@/lib/spending/schema";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Prices of scenes, pictures and videos of a story, and its cost so far",
      auth: "user",
      params: storyParams,
      response: storyCostsDto,
    },
    ({ viewer, params }) => storyCosts(viewer, params.storyId),
  ),
});
