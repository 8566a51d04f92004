import { requestPanel } from "@/lib/generation/picture/request-picture-service";
import { pictureLimit } from "@/lib/generation/rate-limits";
import { jobReply, panelImageBody } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Generate or regenerate the picture of a panel, optionally with another prompt",
      auth: "user",
      body: panelImageBody,
      response: jobReply,
      status: 202,
      limit: pictureLimit,
      failures: ["budget_exceeded"],
    },
    async ({ viewer, body }) => ({ jobId: await requestPanel(viewer, body) }),
  ),
});
