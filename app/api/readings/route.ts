import { deviceOf } from "@/lib/platform/auth/sessions";
import { endpoints, route } from "@/lib/platform/http/route";
import { listReadings } from "@/lib/stories/reading/progress-queries";
import { readingsBody, readingsDto } from "@/lib/stories/reading/progress-schema";
import { saveReadings } from "@/lib/stories/reading/progress-service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The viewer's reading positions, on the site or in an app",
      auth: "user",
      response: readingsDto,
      limit: { name: "readings", max: 120, windowSeconds: 60 },
    },
    ({ viewer }) => listReadings(viewer),
  ),
  PUT: route(
    {
      summary: "Save what this device read before sign-in or without a connection",
      description:
        "Newer positions of the account are kept; stories that the viewer may not see are skipped.",
      auth: "user",
      body: readingsBody,
      response: null,
      limit: { name: "readings-told", max: 10, windowSeconds: 60 },
    },
    ({ viewer, body, request }) => saveReadings(viewer, body.readings, deviceOf(request.headers)),
  ),
});
