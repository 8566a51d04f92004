import { endpoints, route } from "@/lib/platform/http/route";
import { sceneOrderBody } from "@/lib/scenes/schema";
import { reorderScenes } from "@/lib/stories/reorder-service";
import { storyDto, storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Reorder the scenes of a story",
      auth: "user",
      params: storyParams,
      body: sceneOrderBody,
      response: storyDto,
    },
    ({ viewer, params, body }) => reorderScenes(viewer, params.storyId, body),
  ),
});
