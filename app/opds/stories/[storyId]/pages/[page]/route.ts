import { briefly } from "@/lib/discovery/answers";
import { admitAnybody, sharing } from "@/lib/discovery/opds/admission";
import { pagePicture } from "@/lib/discovery/opds/pages";
import { findWork } from "@/lib/discovery/opds/read";
import { pageParams, pageQuery } from "@/lib/discovery/opds/schema";
import { matches } from "@/lib/media/serve";
import { env } from "@/lib/platform/env";
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
      const viewer = await admitAnybody(context);
      if (viewer instanceof Response) return viewer;
      const { params, query, address, request } = context;
      const found = await findWork(viewer, params.storyId);
      const { etag, draw } = await pagePicture(found, {
        ...{ viewer, address },
        ...{ page: params.page, width: query.width },
      });
      const headers = {
        etag,
        "cache-control": briefly,
        ...sharing(found.work.isPublic && env().PUBLIC_BROWSING),
      };
      if (matches(request.headers.get("if-none-match"), etag)) {
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
