import { conditionalResponse, createDocument } from "@/lib/discovery/conditional-response";
import { panelLinkPage } from "@/lib/discovery/panel-link";
import { sharedPanelParams } from "@/lib/discovery/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A link to a panel: its preview for other sites, and the way to the panel",
      auth: "none",
      params: sharedPanelParams,
      response: "raw",
    },
    async ({ params, request }) => {
      const page = await panelLinkPage(params.storyId, params.place);
      if ("movedTo" in page) {
        const headers = { location: page.movedTo, "cache-control": "no-store" };
        return new Response(null, { status: 302, headers });
      }
      const answer = conditionalResponse(request, createDocument(page.body), "text/html");
      answer.headers.set("content-security-policy", page.policy);
      return answer;
    },
  ),
});
