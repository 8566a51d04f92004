import { endpoints, route } from "@/lib/platform/http/route";
import { addPanel } from "@/lib/scenes/panels/service";
import { addPanelBody, sceneDto, sceneParams } from "@/lib/scenes/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Add an empty panel, a copy of a panel, or a removed panel",
      auth: "user",
      params: sceneParams,
      body: addPanelBody,
      response: sceneDto,
      status: 201,
    },
    ({ viewer, params, body }) => addPanel(viewer, params.sceneId, body),
  ),
});
