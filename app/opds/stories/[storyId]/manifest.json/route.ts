import { createDocument } from "@/lib/discovery/conditional-response";
import { authenticateOptional, documentResponse } from "@/lib/discovery/opds/authentication";
import { findWork } from "@/lib/discovery/opds/lists";
import { divinaManifest } from "@/lib/discovery/opds/manifest";
import { mediaTypes } from "@/lib/discovery/opds/media-types";
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
      const viewer = await authenticateOptional(context);
      if (viewer instanceof Response) return viewer;
      const found = await findWork(viewer, context.params.storyId);
      const document = createDocument(JSON.stringify(divinaManifest(found)), found.work.changedAt);
      return documentResponse(context.request, document, mediaTypes.divina, found.work.isPublic);
    },
  ),
});
