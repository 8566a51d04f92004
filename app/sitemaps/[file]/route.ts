import { requireListing } from "@/lib/discovery/cache";
import { shortCacheControl } from "@/lib/discovery/conditional-response";
import { sitemapParams } from "@/lib/discovery/schema";
import { sitemapFile } from "@/lib/discovery/sitemap";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A file of the sitemap: published stories with their pictures, people, or pages",
      auth: "none",
      params: sitemapParams,
      response: "raw",
      limit: { name: "sitemap", max: 60, windowSeconds: 60 },
    },
    async ({ params }) => {
      requireListing();
      return new Response(await sitemapFile(params.file), {
        headers: {
          "content-type": "application/xml; charset=utf-8",
          "cache-control": shortCacheControl,
        },
      });
    },
  ),
});
