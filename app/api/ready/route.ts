import { endpoints, route } from "@/lib/platform/http/route";
import { getReadiness, readinessDto } from "@/lib/platform/status/readiness";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Whether database, storage and engine are available; 503 while shutting down",
      auth: "none",
      response: readinessDto,
    },
    () => getReadiness(),
  ),
});
