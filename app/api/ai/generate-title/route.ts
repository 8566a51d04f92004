import { textLimit } from "@/lib/generation/rate-limits";
import {
  generateTitleBody,
  generateTitleReply,
  writerFailures,
} from "@/lib/generation/text/schema";
import { writeText } from "@/lib/generation/text/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Suggest a title for a description",
      auth: "user",
      body: generateTitleBody,
      response: generateTitleReply,
      limit: textLimit,
      failures: writerFailures,
    },
    ({ viewer, body: { description, context }, request }) =>
      writeText(viewer, context.storyId, "title", { description }, request.signal),
  ),
});
