import { checkAgain } from "@/lib/generation/picture/check-service";
import { pictureLimit } from "@/lib/generation/rate-limits";
import { checkPictureBody } from "@/lib/generation/schema";
import { takeCheck } from "@/lib/media/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Repeat a failed check of a picture",
      auth: "user",
      body: checkPictureBody,
      response: takeCheck,
      limit: pictureLimit,
      failures: ["budget_exceeded", "content_flagged"],
    },
    ({ viewer, body }) => checkAgain(viewer, body),
  ),
});
