import { Cron } from "croner";
import { z } from "zod";
import {
  duration,
  type EventPayload,
  internalEvents,
  readField,
  sharedField,
  storedText,
  text,
} from "./protocol";

/** Retries of a step when the function does not set `retries`. */
const DEFAULT_RETRIES = 3;

/**
 * The first time after `after` at which a schedule of five fields is due, in UTC; null if never, or
 * if it is no such schedule.
 */
export function nextCronTime(cron: string, after = new Date()): Date | null {
  try {
    return new Cron(cron, { mode: "5-part", timezone: "UTC", paused: true }).nextRun(after);
  } catch {
    return null;
  }
}

const FAILURE_OF = /^event\.data\.function_id == '([^']+)'$/;
const size = z.int().min(1).max(1e6);

/** A limit of the whole function or of each value of a field, or shared by name. */
const limitOption = z.union([
  z.strictObject({
    limit: size,
    scope: z.literal("fn").optional(),
    key: text(500)
      .regex(/^event(\.[A-Za-z_]\w*)+$/)
      .optional(),
  }),
  z.strictObject({
    limit: size,
    scope: z.literal("env"),
    key: text(500).regex(/^(?:"[\w .-]+"|'[\w .-]+')$/),
  }),
]);

/** The concurrency group that a limit counts; where it has a field, one for each of its values. */
function limitOf(functionId: string, { limit, scope, key }: z.infer<typeof limitOption>) {
  if (scope === "env") return { limit, group: `env:${key}`, field: null };
  const field = key?.slice("event".length) ?? null;
  return { limit, group: `fn:${functionId}${field ? `:${field}` : ""}`, field };
}

const trigger = z.union([
  z.strictObject({
    event: storedText.regex(/^(?!inngest\/).*[^*]$/, "is an event that the engine does not send"),
  }),
  z.strictObject({
    event: z.literal(internalEvents.failed),
    expression: text(4_000).regex(FAILURE_OF),
  }),
  z.strictObject({
    cron: text(200).refine(
      (cron) => nextCronTime(cron) !== null,
      "is no cron schedule of five fields",
    ),
  }),
]);

/**
 * A function as the SDK describes it at registration, in the engine's own terms. What is not named
 * here is an error, so that no option of the SDK is ignored in silence.
 */
export const functionConfig = z
  .strictObject({
    id: storedText,
    name: text(512).optional(),
    triggers: z.array(trigger).max(100),
    steps: z.object({
      step: z.object({ retries: z.object({ attempts: z.int().min(0).max(1_000) }).optional() }),
    }),
    concurrency: z
      .union([
        size.transform((count) => ({ limit: count })),
        limitOption,
        z.array(limitOption).max(2),
      ])
      .default([]),
    throttle: z
      .strictObject({ limit: size, period: duration.refine((period) => period >= 1_000) })
      .optional(),
    cancel: z
      .array(z.strictObject({ event: storedText, if: sharedField.optional() }))
      .max(100)
      .default([]),
  })
  .transform(({ id, triggers, steps, concurrency, throttle, cancel }) => ({
    id,
    maxAttempts: (steps.step.retries?.attempts ?? DEFAULT_RETRIES) + 1,
    events: triggers.flatMap((one) =>
      "cron" in one
        ? []
        : [{ event: one.event, ofFunction: "expression" in one ? failedFunction(one) : null }],
    ),
    crons: triggers.flatMap((one) => ("cron" in one ? [one.cron] : [])),
    cancel: cancel.map(({ event, if: field }) => ({ event, field })),
    concurrency: [concurrency].flat().map((one) => limitOf(id, one)),
    // Like Inngest: up to `limit` starts of a period, plus one, may come together.
    throttle: throttle && {
      spacingMs: throttle.period / throttle.limit,
      atOnce: throttle.limit + 1,
    },
  }));
export type FunctionDefinition = z.infer<typeof functionConfig>;

const failedFunction = ({ expression }: { expression: string }) =>
  FAILURE_OF.exec(expression)?.[1] ?? null;

/** The value of a field, as part of the name of a group; empty for null. */
function fieldValue(field: string, event: EventPayload): string {
  const value = readField(event, field) ?? "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The concurrency groups that a run of this function belongs to, one for each limit. */
export const groupsOf = ({ concurrency }: FunctionDefinition, event: EventPayload): string[] =>
  concurrency.map(({ group, field }) => (field ? `${group}=${fieldValue(field, event)}` : group));

/** The owner of a run, from the first limit with a field as key; null if no limit has one. */
export function turnKeyOf({ concurrency }: FunctionDefinition, event: EventPayload): string | null {
  const field = concurrency.find((one) => one.field)?.field;
  return field ? fieldValue(field, event) : null;
}
