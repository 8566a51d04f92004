import { conditional } from "@/lib/discovery/answers";
import { cachedEmbed } from "@/lib/discovery/cache";
import { missingEmbed } from "@/lib/discovery/embed";
import { embedParams } from "@/lib/discovery/schema";
import { isId } from "@/lib/platform/http/ids";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A published story as a page that others may frame",
      auth: "none",
      params: embedParams,
      response: "raw",
    },
    async ({ params, request }) => {
      const found = isId(params.storyId) ? await cachedEmbed(params.storyId) : null;
      if (found) {
        const answer = conditional(request, found.document, "text/html");
        answer.headers.set("content-security-policy", found.policy);
        return answer;
      }
      const { body, policy } = missingEmbed();
      return new Response(body, {
        status: 404,
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": policy,
          "cache-control": "no-store",
        },
      });
    },
  ),
});
