import { messageDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { sceneDto, sceneParams, updateSceneBody } from "@/lib/scenes/schema";
import { deleteScene, updateScene } from "@/lib/scenes/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change a scene's title or description",
      auth: "user",
      params: sceneParams,
      body: updateSceneBody,
      response: sceneDto,
    },
    ({ viewer, params, body }) => updateScene(viewer, params.sceneId, body),
  ),
  DELETE: route(
    {
      summary: "Delete a scene; later ones move up",
      auth: "user",
      params: sceneParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => deleteScene(viewer, params.sceneId),
  ),
});
