import { textLimit } from "@/lib/generation/rate-limits";
import { characterSheetBody, sheetReply } from "@/lib/generation/text/schema";
import { writeText } from "@/lib/generation/text/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Describe a character from a few words; nothing is saved",
      auth: "user",
      body: characterSheetBody,
      response: sheetReply,
      limit: textLimit,
    },
    ({ viewer, body: { storyId, ...given }, request }) =>
      writeText(viewer, storyId, "character", { context: "", ...given }, request.signal),
  ),
});
