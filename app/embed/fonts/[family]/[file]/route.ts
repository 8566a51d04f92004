import { fontParams } from "@/lib/discovery/schema";
import { notFound } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";
import { readFaceSheet, readWebFont } from "@/lib/scenes/lettering/web-fonts";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A font of the lettering, or the style sheet of one that steps in for others",
      auth: "none",
      params: fontParams,
      response: "raw",
    },
    ({ params }) => {
      const { family, file } = params;
      const sheet = readFaceSheet(family, file);
      const body = sheet ?? readWebFont(family, file);
      if (body === null) throw notFound("font");
      return new Response(body as BodyInit, {
        headers: {
          "content-type": sheet === null ? "font/woff2" : "text/css; charset=utf-8",
          "cache-control": "public, max-age=2592000",
        },
      });
    },
  ),
});
