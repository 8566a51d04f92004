import { requestReferences } from "@/lib/generation/picture/request-references-service";
import { pictureLimit } from "@/lib/generation/rate-limits";
import { generateReferencesBody, jobsReply } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Generate the missing pictures of a character's or location's sheet",
      auth: "user",
      body: generateReferencesBody,
      response: jobsReply,
      status: 202,
      limit: pictureLimit,
      failures: ["budget_exceeded"],
    },
    async ({ viewer, body }) => ({ jobIds: await requestReferences(viewer, body) }),
  ),
});
