import { endpoints, route } from "@/lib/platform/http/route";
import { listPanelOutfits } from "@/lib/scenes/panels/outfit-queries";
import { panelOutfits, panelParams } from "@/lib/scenes/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "What each character in the frame of a panel wears, and since when",
      auth: "user",
      params: panelParams,
      response: panelOutfits,
    },
    ({ viewer, params }) => listPanelOutfits(viewer, params.sceneId, params.panelNumber),
  ),
});
