import { deviceOf } from "@/lib/platform/auth/sessions";
import { endpoints, route } from "@/lib/platform/http/route";
import { listReadings } from "@/lib/stories/reading/progress-queries";
import { readingsBody, readingsDto } from "@/lib/stories/reading/progress-schema";
import { saveReadings } from "@/lib/stories/reading/progress-service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "How far one has read which stories, here or in an app",
      auth: "user",
      response: readingsDto,
      limit: { name: "readings", max: 120, windowSeconds: 60 },
    },
    ({ viewer }) => listReadings(viewer),
  ),
  PUT: route(
    {
      summary: "Tell what was read on this device before sign-in",
      description: "Later progress of the account stays; stories that one may not see are skipped.",
      auth: "user",
      body: readingsBody,
      response: null,
      limit: { name: "readings-told", max: 10, windowSeconds: 60 },
    },
    ({ viewer, body, request }) => saveReadings(viewer, body.readings, deviceOf(request.headers)),
  ),
});
