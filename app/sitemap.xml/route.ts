import { requireListing } from "@/lib/discovery/cache";
import { shortCacheControl } from "@/lib/discovery/conditional-response";
import { sitemapIndex } from "@/lib/discovery/sitemap";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The files of the sitemap",
      auth: "none",
      response: "raw",
      limit: { name: "sitemap", max: 60, windowSeconds: 60 },
    },
    async () => {
      requireListing();
      return new Response(await sitemapIndex(), {
        headers: {
          "content-type": "application/xml; charset=utf-8",
          "cache-control": shortCacheControl,
        },
      });
    },
  ),
});
