import { conditionalResponse, createDocument } from "@/lib/discovery/conditional-response";
import { securityText } from "@/lib/discovery/well-known-texts";
import { notFound } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    { summary: "Whom to tell of a weakness (RFC 9116)", auth: "none", response: "raw" },
    ({ request }) => {
      const text = securityText();
      if (!text) throw notFound("page");
      return conditionalResponse(request, createDocument(text), "text/plain");
    },
  ),
});
