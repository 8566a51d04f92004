import { textLimit } from "@/lib/generation/rate-limits";
import { locationSheetBody, sheetReply } from "@/lib/generation/text/schema";
import { writeText } from "@/lib/generation/text/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Describe a location from a few words; nothing is saved",
      auth: "user",
      body: locationSheetBody,
      response: sheetReply,
      limit: textLimit,
    },
    ({ viewer, body: { storyId, ...given }, request }) =>
      writeText(viewer, storyId, "location", { context: "", ...given }, request.signal),
  ),
});
