import "server-only";
import { redact } from "./redact";
import { redactAttributes, redactUrl } from "./redact-url";

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
