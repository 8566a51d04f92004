import { shortCacheControl } from "@/lib/discovery/conditional-response";
import { oembed } from "@/lib/discovery/oembed";
import { oembedQuery } from "@/lib/discovery/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "How to show a story on another page (oEmbed)",
      auth: "none",
      query: oembedQuery,
      response: "raw",
      limit: { name: "oembed", max: 120, windowSeconds: 60 },
    },
    async ({ query }) => {
      const { body, mediaType } = await oembed(query);
      return new Response(body, {
        headers: {
          "content-type": `${mediaType}; charset=utf-8`,
          "cache-control": shortCacheControl,
          // Editors request this from the page on which their author writes.
          "access-control-allow-origin": "*",
        },
      });
    },
  ),
});
