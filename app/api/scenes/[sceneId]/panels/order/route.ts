import { endpoints, route } from "@/lib/platform/http/route";
import { reorderPanels } from "@/lib/scenes/panels/service";
import { panelOrderBody, sceneDto, sceneParams } from "@/lib/scenes/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Reorder the panels of a scene",
      auth: "user",
      params: sceneParams,
      body: panelOrderBody,
      response: sceneDto,
    },
    ({ viewer, params, body }) => reorderPanels(viewer, params.sceneId, body),
  ),
});
