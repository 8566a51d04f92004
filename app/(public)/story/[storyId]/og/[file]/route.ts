import { sharePictureParams } from "@/lib/discovery/schema";
import { findSharePicture } from "@/lib/discovery/share-picture-service";
import { noTrainingDirective, serveObject } from "@/lib/media/serve";
import { endpoints, route } from "@/lib/platform/http/route";

/** One hour: shared caches must not show a withdrawn story for longer. */
const cacheControl = "public, max-age=3600";

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
      const found = await findSharePicture(params.storyId, version, address);
      if ("movedTo" in found) {
        return new Response(null, {
          status: 302,
          headers: { location: found.movedTo, "cache-control": "public, max-age=300" },
        });
      }
      const answer = await serveObject(found.key, request);
      answer.headers.set("cache-control", cacheControl);
      if (found.noTraining) answer.headers.set("x-robots-tag", noTrainingDirective);
      return answer;
    },
  ),
});
