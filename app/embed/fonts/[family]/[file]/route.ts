import { fontParams } from "@/lib/discovery/schema";
import { notFound } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";
import { readWebFont } from "@/lib/scenes/lettering/font-files";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A font of the lettering, for the reader that others frame",
      auth: "none",
      params: fontParams,
      response: "raw",
    },
    ({ params }) => {
      const bytes = readWebFont(params.family, params.file);
      if (!bytes) throw notFound("font");
      return new Response(bytes as BodyInit, {
        headers: { "content-type": "font/woff2", "cache-control": "public, max-age=2592000" },
      });
    },
  ),
});
