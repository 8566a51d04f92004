import { endpoints, route } from "@/lib/platform/http/route";
import { setupDto, workflowBody } from "@/lib/setup/schema";
import { saveWorkflow } from "@/lib/setup/workflow-service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Store or delete a workflow for ComfyUI; administrator only",
      // Other callers get the answer of an unknown address.
      auth: "optional",
      body: workflowBody,
      maxBody: 4_000_000,
      response: setupDto,
    },
    ({ viewer, body }) => saveWorkflow(viewer, body),
  ),
});
