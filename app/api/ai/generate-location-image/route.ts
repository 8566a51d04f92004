import { requestPortrait } from "@/lib/generation/picture/request-picture-service";
import { pictureLimit } from "@/lib/generation/rate-limits";
import { jobReply, locationImageBody } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Generate the picture of a location",
      auth: "user",
      body: locationImageBody,
      response: jobReply,
      status: 202,
      limit: pictureLimit,
    },
    async ({ viewer, body }) => ({
      jobId: await requestPortrait(viewer, "location", body.locationId, body.prompt),
    }),
  ),
});
