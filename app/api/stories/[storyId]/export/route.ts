import { endpoints, route } from "@/lib/platform/http/route";
import { exportStory } from "@/lib/stories/queries";
import { exportQuery, storyExport, storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Export a complete story",
      auth: "optional",
      params: storyParams,
      query: exportQuery,
      response: storyExport,
    },
    ({ viewer, params }) => exportStory(viewer, params.storyId),
  ),
});
