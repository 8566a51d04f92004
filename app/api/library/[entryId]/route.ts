import { messageDto } from "@/lib/accounts/schema";
import { getEntry } from "@/lib/library/queries";
import { entryParams, libraryEntryDto, updateEntryBody } from "@/lib/library/schema";
import { deleteEntry, updateEntry } from "@/lib/library/service";
import { endpoints, route } from "@/lib/platform/http/route";

const own = { auth: "user", params: entryParams } as const;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    { ...own, summary: "An entry of the viewer's cast", response: libraryEntryDto },
    ({ viewer, params }) => getEntry(viewer, params.entryId),
  ),
  PUT: route(
    {
      ...own,
      summary: "Change an entry of the viewer's cast; copies in stories stay unchanged",
      body: updateEntryBody,
      response: libraryEntryDto,
    },
    ({ viewer, params, body }) => updateEntry(viewer, params.entryId, body),
  ),
  DELETE: route(
    {
      ...own,
      summary: "Delete an entry of the viewer's cast; its copies in stories stay",
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => deleteEntry(viewer, params.entryId),
  ),
});
