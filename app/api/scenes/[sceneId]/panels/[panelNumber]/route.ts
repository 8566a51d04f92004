import { endpoints, route } from "@/lib/platform/http/route";
import { removePanel } from "@/lib/scenes/panels/service";
import {
  panelDto,
  panelParams,
  removePanelQuery,
  sceneDto,
  updatePanelBody,
} from "@/lib/scenes/schema";
import { updatePanel } from "@/lib/scenes/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change a panel's picture, video, prompts, texts or bubbles",
      auth: "user",
      params: panelParams,
      body: updatePanelBody,
      response: panelDto,
    },
    ({ viewer, params, body }) => updatePanel(viewer, params.sceneId, params.panelNumber, body),
  ),
  DELETE: route(
    {
      summary: "Remove a panel from its scene; it can be restored completely",
      auth: "user",
      params: panelParams,
      query: removePanelQuery,
      response: sceneDto,
    },
    ({ viewer, params, query }) =>
      removePanel(viewer, params.sceneId, params.panelNumber, query.version),
  ),
});
