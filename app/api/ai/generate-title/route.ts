import { textLimit } from "@/lib/generation/rate-limits";
import { generateTitleBody, generateTitleReply } from "@/lib/generation/text/schema";
import { generateTitle } from "@/lib/generation/text/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "A title from a description",
      auth: "user",
      body: generateTitleBody,
      response: generateTitleReply,
      limit: textLimit,
    },
    ({ viewer, body, request }) => generateTitle(viewer, body, request.signal),
  ),
});
