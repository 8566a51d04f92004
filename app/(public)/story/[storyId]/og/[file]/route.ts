import { sharePictureParams } from "@/lib/discovery/schema";
import {
  defaultIfBusy,
  pictureCacheControl,
  redirectToPicture,
} from "@/lib/discovery/share-picture-response";
import { findSharePicture } from "@/lib/discovery/share-picture-service";
import { noTrainingDirective, serveObject } from "@/lib/media/serve";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The picture that links to a story show",
      auth: "none",
      params: sharePictureParams,
      response: "raw",
    },
    async ({ params, address, request }) => {
      const version = params.file.slice(0, -".jpg".length);
      const found = await findSharePicture(params.storyId, version, address).catch(defaultIfBusy);
      if ("movedTo" in found) return redirectToPicture(found.movedTo);
      const answer = await serveObject(found.key, request);
      answer.headers.set("cache-control", pictureCacheControl);
      if (found.noTraining) answer.headers.set("x-robots-tag", noTrainingDirective);
      return answer;
    },
  ),
});
