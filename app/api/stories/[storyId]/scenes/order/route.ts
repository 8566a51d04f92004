import { endpoints, route } from "@/lib/platform/http/route";
import { sceneOrderBody } from "@/lib/scenes/schema";
import { orderScenes } from "@/lib/stories/order-service";
import { storyDto, storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Put the scenes of a story into another order",
      auth: "user",
      params: storyParams,
      body: sceneOrderBody,
      response: storyDto,
    },
    ({ viewer, params, body }) => orderScenes(viewer, params.storyId, body),
  ),
});
