import "server-only";
import { cleaned } from "./secret-words";
import { attributesWithoutKeys, withoutKeys } from "./telemetry-words";

type Attributes = Record<string, unknown>;

/** What we read of a span. */
interface Said {
  name: string;
  attributes: Attributes;
  status: { code: number; message?: string };
  events: { attributes?: Attributes }[];
}

/**
 * A span as it may leave: addresses have keys and tokens in them, and messages of exceptions, which
 * are events and the reason of a status, whatever somebody put there.
 */
export const cleanSpan = <S extends Said>(span: S): S =>
  Object.create(span, {
    name: { value: withoutKeys(span.name) },
    attributes: { value: attributesWithoutKeys(span.attributes) },
    status: {
      value: span.status.message
        ? { ...span.status, message: cleaned(span.status.message) }
        : span.status,
    },
    events: { value: span.events.map(cleanEvent) },
  });

const cleanEvent = (event: { attributes?: Attributes }) => ({
  ...event,
  attributes: Object.fromEntries(
    Object.entries(event.attributes ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" ? cleaned(value) : value,
    ]),
  ),
});
