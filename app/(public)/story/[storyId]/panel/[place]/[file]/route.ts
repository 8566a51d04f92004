import { drawPanelPicture } from "@/lib/discovery/panel-link";
import { panelPictureParams } from "@/lib/discovery/schema";
import {
  defaultIfBusy,
  pictureCacheControl,
  redirectToPicture,
} from "@/lib/discovery/share-picture-response";
import { noTrainingDirective } from "@/lib/media/serve";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The picture that a link to a panel shows",
      auth: "none",
      params: panelPictureParams,
      response: "raw",
    },
    async ({ params: { storyId, place, file }, address }) => {
      const version = file.slice(0, -".jpg".length);
      const found = await drawPanelPicture(storyId, place, version, address).catch(defaultIfBusy);
      if ("movedTo" in found) return redirectToPicture(found.movedTo);
      return new Response(found.bytes, {
        headers: {
          "content-type": "image/jpeg",
          "cache-control": pictureCacheControl,
          ...(found.noTraining && { "x-robots-tag": noTrainingDirective }),
        },
      });
    },
  ),
});
