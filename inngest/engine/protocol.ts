import { z } from "zod";

/** Header names of the SDK protocol, in lower case as Node reads them. */
export const headers = {
  signature: "x-inngest-signature",
  sdk: "x-inngest-sdk",
  noRetry: "x-inngest-no-retry",
  requestVersion: "x-inngest-req-version",
  serverKind: "x-inngest-server-kind",
  syncKind: "x-inngest-sync-kind",
  eventIdSeed: "x-inngest-event-id-seed",
  retryAfter: "retry-after",
} as const;

/** Events that the engine itself creates. */
export const internalEvents = {
  failed: "inngest/function.failed",
  timer: "inngest/scheduled.timer",
} as const;

/** The execution version that the engine requests, and the only one that it supports. */
export const EXECUTION_VERSION = 2;

/** PostgreSQL cannot store this character in text. */
const noNul = (text: string) => !text.includes("\u0000");
const text = (most: number) => z.string().max(most);
const storedText = text(512).refine(noNul, "must not contain a NUL character");

/** An event as a client sends it. */
export const incomingEvent = z.looseObject({
  id: storedText.nullish(),
  name: storedText.min(1, "An event needs a name"),
  data: z.record(z.string(), z.unknown()).nullish(),
  ts: z.number().max(8.64e15).nullish(),
});
export type IncomingEvent = z.infer<typeof incomingEvent>;

/** An event as functions receive it. */
export interface EventPayload {
  id: string;
  name: string;
  data: Record<string, unknown>;
  ts: number;
  [key: string]: unknown;
}

const eventTrigger = z.object({ event: storedText, expression: text(4000).optional() });
const cronTrigger = z.object({ cron: text(200), jitter: text(100).optional() });
const concurrencyOption = z.looseObject({
  limit: z.number().int().min(0).max(1e6),
  key: text(4000).optional(),
});

/** A function as the SDK describes it at registration; `definition.ts` refuses unknown options. */
export const functionConfig = z.looseObject({
  id: storedText,
  name: text(512).optional(),
  triggers: z.array(z.union([eventTrigger, cronTrigger])).max(100),
  steps: z.record(
    text(512),
    z.looseObject({
      runtime: z.object({ type: text(100), url: text(4000) }),
      retries: z.object({ attempts: z.number().int().min(0).max(1000).optional() }).optional(),
    }),
  ),
  concurrency: z
    .union([z.number().max(1e6), concurrencyOption, z.array(concurrencyOption).max(2)])
    .optional(),
  throttle: z.looseObject({ limit: z.number().int().max(1e6), period: text(40) }).nullish(),
  cancel: z
    .array(z.looseObject({ event: storedText, if: text(4000).optional() }))
    .max(100)
    .optional(),
});
export type FunctionConfig = z.infer<typeof functionConfig>;

/** The body of `POST /fn/register`. */
export const registerBody = z.looseObject({
  url: text(4000),
  appName: storedText.min(1),
  sdk: text(200).optional(),
  functions: z.array(functionConfig).max(1000),
});

/** The answer to an in-band sync. */
export const inBandSyncBody = z.looseObject({
  url: text(4000),
  app_id: storedText.min(1),
  sdk: text(200).optional(),
  functions: z.array(functionConfig).max(1000),
});

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

/** One operation of a `206 Partial Content` answer. */
export const operation = z.looseObject({
  id: text(200).min(1).refine(noNul),
  op: text(100),
  name: text(1000).nullish(),
  displayName: text(1000).nullish(),
  opts: z.record(z.string(), z.unknown()).nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
});
export type Operation = z.infer<typeof operation>;

/** The memoised result of a step, in the form that the SDK reads. */
export type StepState = { type: "data"; data: unknown } | { type: "error"; error: ProtocolError };
