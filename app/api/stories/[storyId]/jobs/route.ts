import { listOpenJobs } from "@/lib/generation/queries";
import { openJobDto } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Pictures and videos of a story that are being made, on any device",
      auth: "user",
      params: storyParams,
      response: z.array(openJobDto),
    },
    ({ viewer, params }) => listOpenJobs(viewer, params.storyId),
  ),
});
