import { conditionalResponse, createDocument } from "@/lib/discovery/conditional-response";
import { robotsText } from "@/lib/discovery/well-known-texts";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route({ summary: "What crawlers may fetch", auth: "none", response: "raw" }, ({ request }) =>
    conditionalResponse(request, createDocument(robotsText()), "text/plain"),
  ),
});
