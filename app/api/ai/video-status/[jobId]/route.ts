import { getVideoJob } from "@/lib/generation/queries";
import { jobParams, videoJobDto } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Progress of a video",
      auth: "user",
      params: jobParams,
      response: videoJobDto,
    },
    ({ viewer, params }) => getVideoJob(viewer, params.jobId),
  ),
});
