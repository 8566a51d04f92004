import { requestPortrait } from "@/lib/generation/picture/request-picture-service";
import { pictureLimit } from "@/lib/generation/rate-limits";
import { characterImageBody, jobReply } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Generate the picture of a character",
      auth: "user",
      body: characterImageBody,
      response: jobReply,
      status: 202,
      limit: pictureLimit,
    },
    async ({ viewer, body }) => ({
      jobId: await requestPortrait(viewer, "character", body.characterId, body.prompt),
    }),
  ),
});
