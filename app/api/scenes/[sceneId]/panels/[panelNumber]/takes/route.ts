import { mediaItem } from "@/lib/media/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";
import { addTake } from "@/lib/scenes/panels/take-service";
import { listTakes } from "@/lib/scenes/queries";
import { addTakeBody, panelParams } from "@/lib/scenes/schema";

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
  POST: route(
    {
      summary: "Keep an uploaded picture as a take of a panel, which shows what it showed",
      auth: "user",
      params: panelParams,
      body: addTakeBody,
      response: z.array(mediaItem),
      status: 201,
    },
    ({ viewer, params, body }) =>
      addTake(viewer, params.sceneId, params.panelNumber, body.imageUrl),
  ),
});
