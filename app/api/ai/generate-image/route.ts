import { requestImageTake } from "@/lib/generation/picture/request-picture-service";
import { pictureLimit } from "@/lib/generation/rate-limits";
import { generateImageBody, jobReply } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Generate or edit a picture; it becomes a take of its panel",
      auth: "user",
      body: generateImageBody,
      response: jobReply,
      status: 202,
      limit: pictureLimit,
      failures: ["budget_exceeded"],
    },
    async ({ viewer, body }) => ({ jobId: await requestImageTake(viewer, body) }),
  ),
});
