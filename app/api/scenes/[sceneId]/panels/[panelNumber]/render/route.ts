import { noTrainingDirective } from "@/lib/media/serve";
import { matchesEtag } from "@/lib/platform/http/range-response";
import { endpoints, route } from "@/lib/platform/http/route";
import { panelParams } from "@/lib/scenes/schema";
import { renderPanel } from "@/lib/stories/render-service";
import { renderQuery } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Render a panel with its bubbles as one picture",
      auth: "optional",
      params: panelParams,
      query: renderQuery,
      response: "raw",
      mediaType: "image/*",
      statuses: [304],
      limit: { name: "render-panel", max: 120, windowSeconds: 60 },
    },
    async ({ viewer, params, query, request }) => {
      const { etag, isPublic, noTraining, draw } = await renderPanel(viewer, params, query);
      const headers = {
        etag,
        "cache-control": isPublic
          ? "public, max-age=60, stale-while-revalidate=600"
          : "private, no-store",
        "x-content-type-options": "nosniff",
        ...(noTraining && { "x-robots-tag": noTrainingDirective }),
      };
      if (matchesEtag(request.headers.get("if-none-match"), etag)) {
        return new Response(null, { status: 304, headers });
      }
      if (request.method === "HEAD") return new Response(null, { headers });
      const bytes = await draw();
      return new Response(bytes as BodyInit, {
        headers: {
          ...headers,
          "content-type": `image/${query.format}`,
          "content-length": String(bytes.byteLength),
          "content-disposition": `inline; filename="panel-${params.panelNumber}.${query.format === "jpeg" ? "jpg" : query.format}"`,
        },
      });
    },
  ),
});
