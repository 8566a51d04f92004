import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";
import { listTags } from "@/lib/stories/feed/queries";
import { tagCount } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Tags of published stories, the most used first",
      auth: "optional",
      response: z.array(tagCount),
    },
    ({ viewer }) => listTags(viewer),
  ),
});
