import "server-only";
import type { OTLPTraceExporter as HttpExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { redactSpan } from "./redact-span";

/**
 * Sends traces to whoever `OTEL_EXPORTER_OTLP_ENDPOINT` names, as JSON over HTTP: Next's own spans,
 * those of jobs (`trace.ts`) and of calls by `fetch`. Nothing is loaded or sent without it. All other
 * settings are OpenTelemetry's own variables.
 */
export async function startTelemetry(): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const [{ NodeSDK }, { OTLPTraceExporter }, { UndiciInstrumentation }] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/instrumentation-undici"),
  ]);
  class Exporter extends OTLPTraceExporter {
    override export(...[spans, done]: Parameters<HttpExporter["export"]>): void {
      super.export(spans.map(redactSpan), done);
    }
  }
  // Next's own spans of `fetch` would be second ones.
  process.env.NEXT_OTEL_FETCH_DISABLED ??= "1";
  // Figures are read from /api/metrics, and logs from stdout.
  process.env.OTEL_METRICS_EXPORTER ??= "none";
  process.env.OTEL_LOGS_EXPORTER ??= "none";
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME || "inkwright",
    traceExporter: new Exporter(),
    instrumentations: [new UndiciInstrumentation()],
  });
  sdk.start();
  // What is still kept back is sent before the process ends; `scripts/server.mjs` waits longer.
  process.once("SIGTERM", () => void sdk.shutdown().catch(() => {}));
}
