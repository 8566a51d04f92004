import { entryParams, libraryEntryDto } from "@/lib/library/schema";
import { mergeEntries } from "@/lib/library/service";
import { endpoints, route } from "@/lib/platform/http/route";
import { mergeBody } from "@/lib/world/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Merge an entry of the viewer's cast into another one",
      auth: "user",
      params: entryParams,
      body: mergeBody,
      response: libraryEntryDto,
    },
    ({ viewer, params, body }) => mergeEntries(viewer, params.entryId, body.into),
  ),
});
