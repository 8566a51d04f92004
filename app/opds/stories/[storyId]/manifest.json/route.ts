import { documentOf } from "@/lib/discovery/answers";
import { admitAnybody, answerWith } from "@/lib/discovery/opds/admission";
import { divinaManifest } from "@/lib/discovery/opds/manifest";
import { mediaTypes } from "@/lib/discovery/opds/media-types";
import { findWork } from "@/lib/discovery/opds/read";
import { endpoints, route } from "@/lib/platform/http/route";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A story to be paged through (Readium Divina manifest)",
      auth: "none",
      params: storyParams,
      response: "raw",
    },
    async (context) => {
      const viewer = await admitAnybody(context);
      if (viewer instanceof Response) return viewer;
      const found = await findWork(viewer, context.params.storyId);
      const document = documentOf(JSON.stringify(divinaManifest(found)), found.work.changedAt);
      return answerWith(context.request, document, mediaTypes.divina, found.work.isPublic);
    },
  ),
});
