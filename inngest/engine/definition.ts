import { CronError, nextCronTime } from "./cron";
import { parseTimeString } from "./duration";
import { compile, ExpressionError, text } from "./expression";
import type { EventPayload, FunctionConfig } from "./protocol";

/** Total calls per step when the function does not set `retries`: one and three retries. */
const DEFAULT_RETRIES = 3;
const UNSUPPORTED = [
  "batchEvents",
  "rateLimit",
  "debounce",
  "priority",
  "timeouts",
  "singleton",
] as const;

/** Thrown when an app registers something that the engine cannot do; the message says what. */
export class RegistrationError extends Error {}

interface ConcurrencyLimit {
  limit: number;
  key: string | null;
  scope: "fn" | "env" | "account";
}

/** Starts are spaced evenly; `atOnce` of them need not wait for each other. */
interface Throttle {
  spacingMs: number;
  atOnce: number;
  key: string | null;
}

/** A registered function, checked and in the engine's own terms. */
export interface FunctionDefinition {
  id: string;
  url: string;
  maxAttempts: number;
  events: { event: string; condition: string }[];
  crons: { cron: string; jitterMs: number }[];
  cancel: { event: string; condition: string | null; timeoutMs: number | null }[];
  concurrency: ConcurrencyLimit[];
  idempotency: string | null;
  /** Absent in what an earlier version stored. */
  throttle?: Throttle | null;
}

function timeString(value: string, what: string): number {
  const ms = parseTimeString(value);
  if (ms === null)
    throw new RegistrationError(`${what} "${value}" is no time string such as "30s".`);
  return ms;
}

function concurrency(config: FunctionConfig["concurrency"]): ConcurrencyLimit[] {
  if (config === undefined) return [];
  const options = typeof config === "number" ? [{ limit: config }] : [config].flat();
  return options
    .map((option) => ({ key: null, scope: "fn" as const, ...option }))
    .filter((option) => option.limit > 0);
}

/** As Inngest counts: `limit` starts of a period and `burst` more may come at once. */
function throttle(config: FunctionConfig["throttle"], where: string): Throttle | null {
  if (!config) return null;
  const { limit, period } = config;
  const burst = config.burst ?? 1;
  const key = config.key ?? null;
  const periodMs = timeString(period, `${where}: period`);
  if (limit < 1 || periodMs < 1_000) {
    throw new RegistrationError(`${where} has a throttle below one start or one second.`);
  }
  return { spacingMs: periodMs / limit, atOnce: limit + burst, key };
}

/**
 * Checks what the SDK registered. Throws RegistrationError for everything the engine does not
 * support, so that nothing is silently ignored.
 */
export function defineFunction(config: FunctionConfig): FunctionDefinition {
  const where = `The function "${config.id}"`;
  for (const option of UNSUPPORTED) {
    if (config[option] !== undefined && config[option] !== null) {
      throw new RegistrationError(
        `${where} uses "${option}", which the embedded engine does not support. Remove it, or run the app against an Inngest server.`,
      );
    }
  }
  const step = Object.values(config.steps)[0];
  if (step?.runtime.type !== "http" || !URL.canParse(step.runtime.url)) {
    throw new RegistrationError(`${where} has no HTTP address; only "serve" is supported.`);
  }
  try {
    const definition: FunctionDefinition = {
      id: config.id,
      url: step.runtime.url,
      maxAttempts: (step.retries?.attempts ?? DEFAULT_RETRIES) + 1,
      events: [],
      crons: [],
      cancel: (config.cancel ?? []).map((rule) => ({
        event: rule.event,
        condition: rule.if ?? null,
        timeoutMs:
          rule.timeout === undefined ? null : timeString(rule.timeout, `${where}: timeout`),
      })),
      concurrency: concurrency(config.concurrency),
      idempotency: config.idempotency ?? null,
      throttle: throttle(config.throttle, where),
    };
    for (const trigger of config.triggers) {
      if ("cron" in trigger) {
        nextCronTime(trigger.cron, new Date());
        const jitterMs = trigger.jitter ? timeString(trigger.jitter, `${where}: jitter`) : 0;
        definition.crons.push({ cron: trigger.cron, jitterMs });
      } else {
        definition.events.push({ event: trigger.event, condition: trigger.expression ?? "" });
      }
    }
    for (const { condition } of definition.events) if (condition) compile(condition, ["event"]);
    for (const { condition } of definition.cancel)
      if (condition) compile(condition, ["event", "async"]);
    for (const { key } of definition.concurrency) if (key) compile(key, ["event"]);
    if (definition.idempotency) compile(definition.idempotency, ["event"]);
    if (definition.throttle?.key) compile(definition.throttle.key, ["event"]);
    return definition;
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof CronError) {
      throw new RegistrationError(`${where}: ${error.message}`);
    }
    throw error;
  }
}

/** The concurrency groups that a run of this function belongs to, and the limit of each. */
export function limitsOf(
  definition: FunctionDefinition,
  event: EventPayload,
): { keys: string[]; limits: number[] } {
  const keys = definition.concurrency.map(({ key, scope }) => {
    const group = scope === "fn" ? `fn:${definition.id}` : scope;
    return key === null ? group : `${group}:${key}=${text(compile(key, ["event"])({ event }))}`;
  });
  return { keys, limits: definition.concurrency.map(({ limit }) => limit) };
}

/** The names that a trigger on this event may have: its own and the wildcards that cover it. */
export function triggerNames(event: string): string[] {
  const wildcards = [...event.matchAll(/[./]/g)].map(
    ({ index }) => `${event.slice(0, index + 1)}*`,
  );
  return [event, ...wildcards];
}

/** True if a trigger, wait or cancellation with this condition accepts the event. */
export function accepts(
  condition: string | null,
  event: EventPayload,
  asyncEvent?: EventPayload,
): boolean {
  if (!condition) return true;
  const roots = asyncEvent ? (["event", "async"] as const) : (["event"] as const);
  return compile(condition, roots)({ event, async: asyncEvent }) === true;
}
