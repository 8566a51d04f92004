import { cachedEmbed } from "@/lib/discovery/cache";
import { conditionalResponse } from "@/lib/discovery/conditional-response";
import { embedNotFoundPage } from "@/lib/discovery/embed";
import { embedParams, embedQuery } from "@/lib/discovery/schema";
import { isId } from "@/lib/platform/http/ids";
import { endpoints, route } from "@/lib/platform/http/route";

/** Parses a scene number: null for the whole story, undefined if invalid. */
const sceneOf = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return null;
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
};

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A published story, or one scene of it, as a page that others may frame",
      auth: "none",
      params: embedParams,
      query: embedQuery,
      response: "raw",
    },
    async ({ params, query, request }) => {
      const scene = sceneOf(query.scene);
      const found =
        isId(params.storyId) && scene !== undefined
          ? await cachedEmbed(params.storyId, scene)
          : null;
      if (found) {
        const answer = conditionalResponse(request, found.document, "text/html");
        answer.headers.set("content-security-policy", found.policy);
        return answer;
      }
      const { body, policy } = embedNotFoundPage();
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
