import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";
import { sceneDto } from "@/lib/scenes/schema";
import { listScenes } from "@/lib/stories/queries";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The scenes of a story in reading order",
      auth: "optional",
      params: storyParams,
      response: z.array(sceneDto),
    },
    ({ viewer, params }) => listScenes(viewer, params.storyId),
  ),
});
