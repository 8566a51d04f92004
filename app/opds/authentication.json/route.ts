import { documentOf } from "@/lib/discovery/answers";
import { answerWith } from "@/lib/discovery/opds/admission";
import { mediaTypes } from "@/lib/discovery/opds/media-types";
import { authenticationDocument } from "@/lib/discovery/opds/write-v2";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "How reading apps sign somebody in (Authentication for OPDS 1.0)",
      auth: "none",
      response: "raw",
    },
    ({ request }) =>
      answerWith(
        request,
        documentOf(JSON.stringify(authenticationDocument())),
        mediaTypes.authentication,
        true,
      ),
  ),
});
