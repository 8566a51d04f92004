import { endpoints, route } from "@/lib/platform/http/route";
import { duplicateScene } from "@/lib/scenes/duplicate-service";
import { sceneDto, sceneParams } from "@/lib/scenes/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Copy a scene with its panels; the copy follows the original",
      auth: "user",
      params: sceneParams,
      response: sceneDto,
      status: 201,
      limit: { name: "duplicate-scene", max: 120, windowSeconds: 3600 },
    },
    ({ viewer, params }) => duplicateScene(viewer, params.sceneId),
  ),
});
