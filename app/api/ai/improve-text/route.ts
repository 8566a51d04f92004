import { textLimit } from "@/lib/generation/rate-limits";
import { improveTextBody, improveTextReply, writerFailures } from "@/lib/generation/text/schema";
import { writeText } from "@/lib/generation/text/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Improve a text",
      auth: "user",
      body: improveTextBody,
      response: improveTextReply,
      limit: textLimit,
      failures: writerFailures,
    },
    ({ viewer, body: { text, context }, request }) =>
      writeText(viewer, context.storyId, "improve", { text }, request.signal),
  ),
});
