import { exportAccount } from "@/lib/accounts/export/export-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Export all data of the viewer, rows and pictures, as a ZIP file",
      auth: "user",
      response: "raw",
      mediaType: "application/zip",
      limit: { name: "account-export-asked", max: 60, windowSeconds: 3600 },
    },
    ({ viewer, request }) => exportAccount(viewer, request.method === "HEAD"),
  ),
});
