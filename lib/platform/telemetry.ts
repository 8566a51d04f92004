import "server-only";

/**
 * Sends traces to whoever `OTEL_EXPORTER_OTLP_ENDPOINT` names: Next's own spans, those of jobs
 * (`trace.ts`) and of calls by `fetch`. Nothing is loaded or sent without it. All other settings are
 * OpenTelemetry's own variables.
 */
export async function startTelemetry(): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const [{ NodeSDK }, { UndiciInstrumentation }] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@opentelemetry/instrumentation-undici"),
  ]);
  // Figures are read from /api/metrics, and logs from stdout.
  process.env.OTEL_METRICS_EXPORTER ??= "none";
  process.env.OTEL_LOGS_EXPORTER ??= "none";
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME || "inkwright",
    instrumentations: [new UndiciInstrumentation()],
  });
  sdk.start();
  // What is still kept back is sent before the process ends; `scripts/server.mjs` waits longer.
  process.once("SIGTERM", () => void sdk.shutdown().catch(() => {}));
}
