import { mediaItem } from "@/lib/media/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";
import { listTakes } from "@/lib/scenes/queries";
import { panelParams } from "@/lib/scenes/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Every picture and video that a panel ever had",
      auth: "user",
      params: panelParams,
      response: z.array(mediaItem),
    },
    ({ viewer, params }) => listTakes(viewer, params.sceneId, params.panelNumber),
  ),
});
