import { endpoints, route } from "@/lib/platform/http/route";
import { removeReading } from "@/lib/stories/reading/progress-service";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(
    {
      summary: "Remove a story from 'Continue reading' until the viewer reads on",
      auth: "user",
      params: storyParams,
      response: null,
      limit: { name: "reading-removed", max: 120, windowSeconds: 60 },
    },
    ({ viewer, params }) => removeReading(viewer, params.storyId),
  ),
});
