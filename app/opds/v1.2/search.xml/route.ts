import { documentResponse } from "@/lib/discovery/opds/authentication";
import { mediaTypes } from "@/lib/discovery/opds/media-types";
import { openSearchDocument } from "@/lib/discovery/opds/write-v1";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "How reading apps search the catalogue (OpenSearch 1.1)",
      auth: "none",
      response: "raw",
    },
    ({ request }) => documentResponse(request, openSearchDocument(), mediaTypes.openSearch, true),
  ),
});
