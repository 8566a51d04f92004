import { textLimit } from "@/lib/generation/rate-limits";
import { suggestionsBody, suggestionsReply, writerFailures } from "@/lib/generation/text/schema";
import { suggestScenes } from "@/lib/generation/text/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Ideas for the next scene, or for the first one",
      auth: "user",
      body: suggestionsBody,
      response: suggestionsReply,
      limit: textLimit,
      failures: writerFailures,
    },
    ({ viewer, body, request }) => suggestScenes(viewer, body, request.signal),
  ),
});
