import { endpoints, route } from "@/lib/platform/http/route";
import { panelDto, panelParams, updatePanelBody } from "@/lib/scenes/schema";
import { updatePanel } from "@/lib/scenes/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change a panel's picture, video, prompts or bubbles",
      auth: "user",
      params: panelParams,
      body: updatePanelBody,
      response: panelDto,
    },
    ({ viewer, params, body }) => updatePanel(viewer, params.sceneId, params.panelNumber, body),
  ),
});
