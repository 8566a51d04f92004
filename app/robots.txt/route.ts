import { conditional, documentOf } from "@/lib/discovery/answers";
import { robotsText } from "@/lib/discovery/texts";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route({ summary: "What crawlers may fetch", auth: "none", response: "raw" }, ({ request }) =>
    conditional(request, documentOf(robotsText()), "text/plain"),
  ),
});
