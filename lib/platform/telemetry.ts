import "server-only";
import type { OTLPTraceExporter as HttpExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { redactSpan } from "./redact-span";

/**
 * Exports traces to `OTEL_EXPORTER_OTLP_ENDPOINT` as JSON over HTTP: spans of Next, of jobs
 * (`trace.ts`) and of `fetch`. Loads and sends nothing without that variable. OpenTelemetry's own
 * variables configure the rest.
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
  // Next's spans of `fetch` would duplicate those of undici.
  process.env.NEXT_OTEL_FETCH_DISABLED ??= "1";
  // Metrics are served at /api/metrics, and logs go to stdout.
  process.env.OTEL_METRICS_EXPORTER ??= "none";
  process.env.OTEL_LOGS_EXPORTER ??= "none";
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME || "inkwright",
    traceExporter: new Exporter(),
    instrumentations: [new UndiciInstrumentation()],
  });
  sdk.start();
  // Sends buffered spans before the process ends; `scripts/server.mjs` waits longer than this
  // takes.
  process.once("SIGTERM", () => void sdk.shutdown().catch(() => {}));
}
