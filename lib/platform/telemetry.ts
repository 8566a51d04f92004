import "server-only";
import type { OTLPTraceExporter as HttpExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { redact, redactAttributes, redactUrl } from "./redact";

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

type Attributes = Record<string, unknown>;

/** The fields of a span that redaction reads. */
interface SpanLike {
  name: string;
  attributes: Attributes;
  status: { code: number; message?: string };
  events: { attributes?: Attributes }[];
}

/**
 * Returns a view of the span without secrets, for export. URLs in its name and attributes contain
 * keys and tokens; exception messages, in its events and its status, may contain anything.
 */
export const redactSpan = <S extends SpanLike>(span: S): S =>
  Object.create(span, {
    name: { value: redactUrl(span.name) },
    attributes: { value: redactAttributes(span.attributes) },
    status: {
      value: span.status.message
        ? { ...span.status, message: redact(span.status.message) }
        : span.status,
    },
    events: { value: span.events.map(redactEvent) },
  });

const redactEvent = (event: { attributes?: Attributes }) => ({
  ...event,
  attributes: Object.fromEntries(
    Object.entries(event.attributes ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" ? redact(value) : value,
    ]),
  ),
});
