import { trialScript } from "@/lib/generation/text/trial-script";
import { endpoints, route } from "@/lib/platform/http/route";
import { trialBody, trialResultDto } from "@/lib/setup/schema";
import { tryEngine } from "@/lib/setup/trial-service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Try an engine with a small task, and report the result; administrator only",
      // Other callers get the answer of an unknown address.
      auth: "optional",
      body: trialBody,
      response: trialResultDto,
      failures: ["budget_exceeded"],
    },
    ({ viewer, body }) => tryEngine(viewer, body, trialScript()),
  ),
});
