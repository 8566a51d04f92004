import { endpoints, route } from "@/lib/platform/http/route";
import { decide } from "@/lib/reports/decision-service";
import { decisionBody } from "@/lib/reports/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary:
        "Hide, restore or mark a story or a profile, or dismiss its reports; administrator only",
      // Other callers get the answer of an unknown address.
      auth: "optional",
      body: decisionBody,
      response: null,
    },
    ({ viewer, body }) => decide(viewer, body),
  ),
});
