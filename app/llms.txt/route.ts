import { conditional, documentOf } from "@/lib/discovery/answers";
import { llmsText } from "@/lib/discovery/texts";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    { summary: "The site in a few words, for language models", auth: "none", response: "raw" },
    ({ request }) => conditional(request, documentOf(llmsText()), "text/plain"),
  ),
});
