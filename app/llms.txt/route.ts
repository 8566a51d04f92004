import { conditionalResponse, createDocument } from "@/lib/discovery/conditional-response";
import { llmsText } from "@/lib/discovery/well-known-texts";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    { summary: "The site in a few words, for language models", auth: "none", response: "raw" },
    ({ request }) => conditionalResponse(request, createDocument(llmsText()), "text/plain"),
  ),
});
