import { getSceneProgress } from "@/lib/generation/queries";
import { sceneProgressDto } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { sceneParams } from "@/lib/scenes/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Progress of a scene",
      auth: "user",
      params: sceneParams,
      response: sceneProgressDto,
    },
    ({ viewer, params }) => getSceneProgress(viewer, params.sceneId),
  ),
});
