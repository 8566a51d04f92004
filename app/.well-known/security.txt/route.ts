import { conditional, documentOf } from "@/lib/discovery/answers";
import { securityText } from "@/lib/discovery/texts";
import { notFound } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    { summary: "Whom to tell of a weakness (RFC 9116)", auth: "none", response: "raw" },
    ({ request }) => {
      const text = securityText();
      if (!text) throw notFound("page");
      return conditional(request, documentOf(text), "text/plain");
    },
  ),
});
