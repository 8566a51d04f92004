import { endpoints, route } from "@/lib/platform/http/route";
import { submitReport } from "@/lib/reports/report-service";
import { receiptDto, reportBody } from "@/lib/reports/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Report a story, a scene or a person",
      description:
        "A reporter who is not signed in gives an email, except for harm to children. The decision is read at /report/{token}.",
      auth: "optional",
      body: reportBody,
      response: receiptDto,
      status: 201,
      limit: { name: "report", max: 10, windowSeconds: 3600 },
    },
    ({ viewer, address, body }) => submitReport(viewer, address, body),
  ),
});
