import { sweepIfServerless } from "@/lib/generation/jobs/lost-events-service";
import { createLiveStream } from "@/lib/generation/live/server-stream";
import { endpoints, route } from "@/lib/platform/http/route";
import { storyParams } from "@/lib/stories/schema";
import { requireEditable } from "@/lib/stories/service";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Server-sent events that say when something of a story changed",
      auth: "user",
      params: storyParams,
      response: "raw",
      mediaType: "text/event-stream",
      limit: { name: "live", max: 120, windowSeconds: 60 },
    },
    async ({ viewer, params, request }) => {
      await requireEditable(viewer, params.storyId);
      await sweepIfServerless();
      return createLiveStream(params.storyId, request.signal);
    },
  ),
});
