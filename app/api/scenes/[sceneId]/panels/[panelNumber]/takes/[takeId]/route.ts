import { messageDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { deleteTake } from "@/lib/scenes/panels/take-service";
import { takeParams } from "@/lib/scenes/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(
    {
      summary: "Delete a picture or video that the panel does not show",
      auth: "user",
      params: takeParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => deleteTake(viewer, params.sceneId, params.panelNumber, params.takeId),
  ),
});
