import { createDocument } from "@/lib/discovery/conditional-response";
import { documentResponse } from "@/lib/discovery/opds/authentication";
import { mediaTypes } from "@/lib/discovery/opds/media-types";
import { authenticationDocument } from "@/lib/discovery/opds/write-v2";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "How reading apps sign a reader in (Authentication for OPDS 1.0)",
      auth: "none",
      response: "raw",
    },
    ({ request }) =>
      documentResponse(
        request,
        createDocument(JSON.stringify(authenticationDocument())),
        mediaTypes.authentication,
        true,
      ),
  ),
});
