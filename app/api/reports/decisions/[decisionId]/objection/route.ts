import { endpoints, route } from "@/lib/platform/http/route";
import { submitObjection } from "@/lib/reports/decision-service";
import { decisionParams, objectionBody } from "@/lib/reports/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Object, once, to a decision on the viewer's story or profile",
      auth: "user",
      params: decisionParams,
      body: objectionBody,
      response: null,
      limit: { name: "objection", max: 20, windowSeconds: 3600 },
    },
    ({ viewer, params, body }) => submitObjection(viewer, params.decisionId, body.words),
  ),
});
