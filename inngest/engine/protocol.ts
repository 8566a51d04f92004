import { randomUUID } from "node:crypto";
import { z } from "zod";

/** Header names of the SDK protocol, in lower case as Node reads them. */
export const headers = {
  signature: "x-inngest-signature",
  noRetry: "x-inngest-no-retry",
  serverKind: "x-inngest-server-kind",
  syncKind: "x-inngest-sync-kind",
  retryAfter: "retry-after",
} as const;

/** Events that the engine itself creates. */
export const internalEvents = {
  failed: "inngest/function.failed",
  timer: "inngest/scheduled.timer",
} as const;

/** The execution version that the engine requests. */
export const EXECUTION_VERSION = 2;

/** A new id; ids sort by creation time (milliseconds). */
export const newId = (): string => `${String(Date.now()).padStart(13, "0")}-${randomUUID()}`;

export const text = (most: number) => z.string().max(most);
/** PostgreSQL cannot store NUL in text. */
export const storedText = text(512).refine(
  (value) => !value.includes("\u0000"),
  "must not contain a NUL character",
);

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A duration such as `300ms` or `2h45m`, in milliseconds. */
export const duration = text(100)
  .regex(/^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/, "must be a duration such as 2h45m")
  .transform((value) =>
    [...value.matchAll(/([\d.]+)([a-z]+)/g)].reduce(
      (total, [, count, unit = ""]) => total + Number(count) * (UNITS[unit] ?? 0),
      0,
    ),
  );

/** Longer waits would not fit into a column of the queue. */
const maxRetryAfter = 7 * 86_400_000;

/** Milliseconds of a `Retry-After` header: seconds or a date. Null if it is missing or invalid. */
export function parseRetryAfter(header = "", now = Date.now()): number | null {
  const delay = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(delay) ? null : Math.min(Math.max(0, delay), maxRetryAfter);
}

/** An event as functions receive it. */
export interface EventPayload {
  id: string;
  name: string;
  data: Record<string, unknown>;
  ts: number;
  [key: string]: unknown;
}

/** An event as a client sends it, with what the sender may omit. */
export const incomingEvent = z
  .looseObject({
    id: storedText.nullish(),
    name: storedText.min(1, "An event needs a name"),
    data: z.record(z.string(), z.unknown()).nullish(),
    ts: z.number().max(8.64e15).nullish(),
  })
  .transform(
    (event): EventPayload => ({
      ...event,
      id: event.id || newId(),
      data: event.data ?? {},
      ts: event.ts || Date.now(),
    }),
  );

const FIELD = String.raw`((?:\.[A-Za-z_]\w*)+)`;
const SAME_FIELD = new RegExp(`^event${FIELD} == async\\1$`);

/** The expression that the SDK writes for `match`, as the field that both events must share. */
export const sharedField = text(4_000)
  .regex(SAME_FIELD, "is an expression that the engine does not know")
  .transform((expression) => SAME_FIELD.exec(expression)?.[1] ?? "");

/** The value at a field's path. A missing field reads as null, and only own properties exist. */
export function readField(event: unknown, field: string): unknown {
  let value = event;
  for (const name of field.split(".").slice(1)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A field with its value, by which waits are found; cut, because it must fit into an index. */
export const fieldText = (field: string, value: unknown): string =>
  `${field}=${JSON.stringify(value)}`.slice(0, 400);

/** Every field of an event with its value. */
export function fieldTexts(event: EventPayload): string[] {
  const texts: string[] = [];
  const collect = (value: unknown, path: string) => {
    if (typeof value !== "object") texts.push(fieldText(path, value));
    else for (const [name, inner] of Object.entries(value ?? {})) collect(inner, `${path}.${name}`);
  };
  collect(event, "");
  return texts;
}

/** An error in the protocol's form; unknown shapes become one with a message. */
export const protocolError = z
  .looseObject({
    name: z.string().optional(),
    message: z.string().optional(),
    error: z.string().optional(),
    stack: z.string().optional(),
  })
  .catch({})
  .transform((raw) => ({
    ...raw,
    name: raw.name || "Error",
    message: raw.message || raw.error || "Unknown error",
  }));
export type ProtocolError = z.infer<typeof protocolError>;

const named = { id: storedText.min(1), displayName: text(1_000).nullish() };

/** One operation of a `206 Partial Content` answer. */
const operation = z.discriminatedUnion("op", [
  z.object({
    ...named,
    op: z.literal("StepPlanned"),
    // Set for `race` mode, in which parallel steps are not waited for together.
    opts: z.object({ parallelMode: z.undefined().optional() }).nullish(),
  }),
  z.object({ ...named, op: z.literal("StepRun"), data: z.unknown() }),
  z.object({ ...named, op: z.enum(["StepError", "StepFailed"]), error: z.unknown() }),
  z.object({ ...named, op: z.literal("Sleep"), name: duration }),
  z.object({
    ...named,
    op: z.literal("WaitForEvent"),
    name: storedText.regex(/^(?!inngest\/)/, "is an event that the engine does not send"),
    opts: z.object({ timeout: duration, if: sharedField.optional() }),
  }),
  z.object({ ...named, op: z.literal("RunComplete"), data: z.unknown() }),
]);
export type Operation = z.infer<typeof operation>;
export const operations = z.array(operation).min(1).max(5_000);

/** The memoised result of a step, in the form that the SDK reads. */
export type StepState = { type: "data"; data: unknown } | { type: "error"; error: ProtocolError };
