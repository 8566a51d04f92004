import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomBytes } from "node:crypto";
import { type Attributes, context, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";

/**
 * The id of a request, which goes with everything that the request asks for: into its answer and the
 * log, with its events through the engine, to providers and into the ledger of their calls. Where
 * telemetry is on it is the trace's id as well.
 */

// Next bundles start-up and routes apart: what they share must hang on the process.
const holder = globalThis as { inkwrightTrace?: AsyncLocalStorage<string> };
holder.inkwrightTrace ??= new AsyncLocalStorage();
const current = holder.inkwrightTrace;

/** Of the work that is under way; undefined where nobody asked for it. */
export const traceId = (): string | undefined => current.getStore();

const idShape = /^[A-Za-z0-9_-]{8,64}$/;
/** W3C Trace Context: version, trace, parent and flags. */
const parentShape = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id that was sent with a request, by its client or a proxy, or a new one. */
export function traceIdOf(headers: Headers): string {
  const sent = headers.get("x-request-id");
  if (sent && idShape.test(sent)) return sent;
  const [, parent] = parentShape.exec(headers.get("traceparent") ?? "") ?? [];
  return parent ?? spanTraceId() ?? randomBytes(16).toString("hex");
}

/** Of the span that Next has begun for the request; none where telemetry is off. */
function spanTraceId(): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  return span && trace.isSpanContextValid(span) ? span.traceId : undefined;
}

/** Runs the work of a request. */
export const runInTrace = <T>(id: string, work: () => T): T => current.run(id, work);

/** 32 hexadecimal digits, as a trace has them, whose first half can name a span: of a UUID its own. */
function toTraceHex(id: string): string {
  const hex = id.replaceAll("-", "");
  return /^(?!0{16})[0-9a-f]{32}$/.test(hex)
    ? hex
    : createHash("sha256").update(id).digest("hex").slice(0, 32);
}

/**
 * Goes on with what a request has asked for, maybe in another process and much later: a span of the
 * same trace where telemetry is on.
 * @param id undefined where nobody asked, as for what runs by the clock
 */
export function continueTrace<T>(
  id: string | undefined,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const wanted = id ?? randomBytes(16).toString("hex");
  const hex = toTraceHex(wanted);
  const parent = trace.setSpanContext(context.active(), {
    traceId: hex,
    // The span that asked has ended and is not known: all that follows stands beside it.
    spanId: hex.slice(0, 16),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
  return current.run(wanted, () =>
    trace.getTracer("inkwright").startActiveSpan(name, { attributes }, parent, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.recordException(error instanceof Error ? error : String(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    }),
  );
}

/** What a provider's call carries, so that it can be found at the provider. */
export const traceHeaders = (): Record<string, string> => {
  const id = current.getStore();
  return id ? { "x-client-request-id": id } : {};
};
