import { getImageJob } from "@/lib/generation/queries";
import { imageJobDto, jobParams } from "@/lib/generation/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Progress of a picture",
      auth: "user",
      params: jobParams,
      response: imageJobDto,
    },
    ({ viewer, params }) => getImageJob(viewer, params.jobId),
  ),
});
