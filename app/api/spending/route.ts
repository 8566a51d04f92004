import { endpoints, route } from "@/lib/platform/http/route";
import { ownCalls } from "@/lib/spending/queries";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Download every paid call of the viewer with its cost",
      auth: "user",
      response: "raw",
      mediaType: "application/json",
      limit: { name: "spending", max: 10, windowSeconds: 60 },
    },
    async ({ viewer }) =>
      Response.json(await ownCalls(viewer), {
        headers: {
          "content-disposition": 'attachment; filename="inkwright-spending.json"',
        },
      }),
  ),
});
