import { listStalePanels } from "@/lib/generation/picture/stale-panels-queries";
import { stalePanelDto } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Stale panels: something that their picture shows has changed since it was made",
      auth: "user",
      params: storyParams,
      response: z.array(stalePanelDto),
    },
    ({ viewer, params }) => listStalePanels(viewer, params.storyId),
  ),
});
