import { mediaItem } from "@/lib/media/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";
import { addTake } from "@/lib/scenes/panels/take-service";
import { listTakes } from "@/lib/scenes/queries";
import { addTakeBody, panelParams } from "@/lib/scenes/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "All takes of a panel: every picture and video that it ever had",
      auth: "user",
      params: panelParams,
      response: z.array(mediaItem),
    },
    ({ viewer, params }) => listTakes(viewer, params.sceneId, params.panelNumber),
  ),
  POST: route(
    {
      summary: "Add an uploaded picture as a take of a panel, without showing it",
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
