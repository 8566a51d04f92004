import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomBytes } from "node:crypto";
import { type Attributes, context, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";

/**
 * The id of a request. It accompanies all work for the request: response, log, events and their
 * jobs, calls of providers and the ledger of these calls. With telemetry it is also the trace's id.
 */

// Next bundles start-up and routes separately; globalThis holds what they share.
const holder = globalThis as { inkwrightTrace?: AsyncLocalStorage<string> };
holder.inkwrightTrace ??= new AsyncLocalStorage();
const current = holder.inkwrightTrace;

/** Id of the current work; undefined for work without a request. */
export const traceId = (): string | undefined => current.getStore();

const idShape = /^[A-Za-z0-9_-]{8,64}$/;
/** W3C Trace Context: version, trace, parent, flags. */
const parentShape = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id that the client or a proxy sent, or a new one. */
export function traceIdOf(headers: Headers): string {
  const sent = headers.get("x-request-id");
  if (sent && idShape.test(sent)) return sent;
  const [, parent] = parentShape.exec(headers.get("traceparent") ?? "") ?? [];
  return parent ?? spanTraceId() ?? randomBytes(16).toString("hex");
}

/** Trace id of Next's span for the request; undefined without telemetry. */
function spanTraceId(): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  return span && trace.isSpanContextValid(span) ? span.traceId : undefined;
}

/** Runs work under a request's id. */
export const runInTrace = <T>(id: string, work: () => T): T => current.run(id, work);

/**
 * The id as the 32 hexadecimal digits of a trace, whose first half must be valid as a span id; a
 * UUID keeps its digits.
 */
function toTraceHex(id: string): string {
  const hex = id.replaceAll("-", "");
  return /^(?!0{16})[0-9a-f]{32}$/.test(hex)
    ? hex
    : createHash("sha256").update(id).digest("hex").slice(0, 32);
}

/**
 * Continues the work of a request, possibly in another process and later; with telemetry in a span
 * of the same trace.
 * @param id undefined for scheduled work
 */
export function continueTrace<T>(
  id: string | undefined,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const requestId = id ?? randomBytes(16).toString("hex");
  const hex = toTraceHex(requestId);
  const parent = trace.setSpanContext(context.active(), {
    traceId: hex,
    // The requesting span has ended and its id is not stored, so later spans become its siblings.
    spanId: hex.slice(0, 16),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
  return current.run(requestId, () =>
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

/** Headers that identify a call at the provider. */
export const traceHeaders = (): Record<string, string> => {
  const id = current.getStore();
  return id ? { "x-client-request-id": id } : {};
};
