import { endpoints, route } from "@/lib/platform/http/route";
import { eventBody } from "@/lib/stories/reading/event-schema";
import { recordEvent } from "@/lib/stories/reading/views-service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Report a failure in the browser",
      auth: "optional",
      body: eventBody,
      response: null,
      maxBody: 4 * 1024,
      limit: { name: "event", max: 30, windowSeconds: 60 },
    },
    ({ viewer, body }) => recordEvent(viewer, body),
  ),
});
