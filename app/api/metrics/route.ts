import { endpoints, route } from "@/lib/platform/http/route";
import { readMetrics, requireMetricsToken } from "@/lib/setup/metrics-queries";
import { metricsText, metricsType } from "@/lib/setup/metrics-text";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Prometheus metrics: jobs by outcome, queueing times, calls and their cost",
      description:
        "For requests with `METRICS_TOKEN` as a bearer token, and for the administrator. 404 for others where it is not set.",
      auth: "optional",
      response: "raw",
      mediaType: "text/plain",
      limit: { name: "metrics", max: 60, windowSeconds: 60 },
    },
    async ({ viewer, request }) => {
      requireMetricsToken(viewer, request.headers.get("authorization"));
      const text = metricsText(await readMetrics());
      return new Response(text, { headers: { "content-type": metricsType } });
    },
  ),
});
