import "server-only";
import { redact } from "./redact";
import { redactAttributes, redactUrl } from "./redact-url";

type Attributes = Record<string, unknown>;

/** What we read of a span. */
interface SpanLike {
  name: string;
  attributes: Attributes;
  status: { code: number; message?: string };
  events: { attributes?: Attributes }[];
}

/**
 * A span as it may leave: addresses have keys and tokens in them, and messages of exceptions, which
 * are events and the reason of a status, whatever somebody put there.
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
