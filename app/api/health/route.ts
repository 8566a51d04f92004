import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Whether the process answers; checks nothing else",
      auth: "none",
      response: z.object({ status: z.literal("ok") }),
    },
    () => ({ status: "ok" as const }),
  ),
});
