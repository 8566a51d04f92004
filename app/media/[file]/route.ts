import { serveMedia } from "@/lib/media/serve";
import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";

const mediaParams = z.object({ file: z.string().max(200) });

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A stored picture or video, by the hash of its content",
      auth: "none",
      params: mediaParams,
      response: "raw",
    },
    ({ params, request }) => serveMedia(params.file, request),
  ),
});
