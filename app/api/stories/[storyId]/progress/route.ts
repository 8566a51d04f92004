import { deviceOf } from "@/lib/platform/auth/sessions";
import { endpoints, route } from "@/lib/platform/http/route";
import { progressDto, readingPositionBody } from "@/lib/stories/reading/progress-schema";
import { getProgression, saveReadingPosition } from "@/lib/stories/reading/progress-service";
import { storyParams } from "@/lib/stories/schema";

const limit = { name: "reading-progress", max: 240, windowSeconds: 60 };

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The viewer's reading position in a story, on the site or in an app",
      auth: "user",
      params: storyParams,
      response: progressDto,
      limit,
    },
    async ({ viewer, params }) => {
      const progression = await getProgression(viewer, params.storyId);
      return { progression: progression?.progression ?? null };
    },
  ),
  PUT: route(
    {
      summary: "Save the viewer's reading position in a story",
      auth: "user",
      params: storyParams,
      body: readingPositionBody,
      response: null,
      limit,
    },
    ({ viewer, params, body, request }) =>
      saveReadingPosition(viewer, params.storyId, body, deviceOf(request.headers)),
  ),
});
