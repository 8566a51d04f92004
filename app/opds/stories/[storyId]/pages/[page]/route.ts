import { shortCacheControl } from "@/lib/discovery/conditional-response";
import { authenticateOptional, sharingHeaders } from "@/lib/discovery/opds/authentication";
import { findWork } from "@/lib/discovery/opds/lists";
import { pagePicture } from "@/lib/discovery/opds/pages";
import { pageParams, pageQuery } from "@/lib/discovery/opds/schema";
import { noTrainingDirective } from "@/lib/media/serve";
import { env } from "@/lib/platform/env";
import { matchesEtag } from "@/lib/platform/http/range-response";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A page of a story as one picture, the cover first, at most so wide",
      auth: "none",
      params: pageParams,
      query: pageQuery,
      response: "raw",
    },
    async (context) => {
      const viewer = await authenticateOptional(context);
      if (viewer instanceof Response) return viewer;
      const { params, query, address, request } = context;
      const found = await findWork(viewer, params.storyId);
      const { etag, draw } = await pagePicture(found, {
        viewer,
        address,
        page: params.page,
        width: query.width,
      });
      const headers = {
        etag,
        "cache-control": shortCacheControl,
        ...sharingHeaders(found.work.isPublic && env().PUBLIC_BROWSING),
        ...(found.work.noTraining && { "x-robots-tag": noTrainingDirective }),
      };
      if (matchesEtag(request.headers.get("if-none-match"), etag)) {
        return new Response(null, { status: 304, headers });
      }
      const bytes = await draw();
      return new Response(bytes as BodyInit, {
        headers: {
          ...headers,
          "content-type": "image/jpeg",
          "content-length": String(bytes.byteLength),
        },
      });
    },
  ),
});
