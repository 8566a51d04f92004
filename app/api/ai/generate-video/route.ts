import { requestVideoTake } from "@/lib/generation/picture/request-picture-service";
import { videoLimit } from "@/lib/generation/rate-limits";
import { generateVideoBody, jobReply } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Animate a picture; the video becomes a take of its panel",
      auth: "user",
      body: generateVideoBody,
      response: jobReply,
      status: 202,
      limit: videoLimit,
      failures: ["budget_exceeded"],
    },
    async ({ viewer, body }) => ({ jobId: await requestVideoTake(viewer, body) }),
  ),
});
