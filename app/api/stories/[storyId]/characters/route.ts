import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";
import { storyParams } from "@/lib/stories/schema";
import { listEntities } from "@/lib/world/queries";
import { entityDto } from "@/lib/world/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The characters of a story, in the order of their first appearance",
      auth: "optional",
      params: storyParams,
      response: z.array(entityDto),
    },
    ({ viewer, params }) => listEntities(viewer, "character", params.storyId),
  ),
});
