import { failureOf, isKey, isMatch, isName, keyOf } from "./condition";
import { CronError, nextCronTime } from "./cron";
import { parseTimeString } from "./duration";
import { type EventPayload, type FunctionConfig, internalEvents } from "./protocol";

/** Calls per step when the function does not set `retries`: one and three retries. */
const DEFAULT_RETRIES = 3;

/** Thrown when an app registers an unsupported feature; the message names it. */
export class RegistrationError extends Error {}

/** The message for features of Inngest's own server that the engine lacks. */
export const unsupported = (functionId: string, what: string) =>
  `The function "${functionId}" uses ${what}, which the embedded engine does not support. ` +
  "Run the app with Inngest's own server instead (inngest/engine/README.md says how).";

/** A validated function in the engine's own terms. */
export interface FunctionDefinition {
  id: string;
  url: string;
  maxAttempts: number;
  /** The condition of `onFailure`, or none. */
  events: { event: string; condition: string }[];
  crons: { cron: string }[];
  cancel: { event: string; condition: string | null }[];
  /** The limit is for this function alone, or shared by all functions with the same key. */
  concurrency: { limit: number; key: string | null; isShared?: boolean }[];
  /** Starts are spaced evenly; up to `concurrency` runs may start together. */
  throttle?: { spacingMs: number; atOnce: number } | null;
}

/**
 * Validates the SDK's registration. Throws RegistrationError for every unsupported option, so that
 * none is silently ignored.
 */
export function defineFunction(config: FunctionConfig): FunctionDefinition {
  const refuse = (what: string) => new RegistrationError(unsupported(config.id, what));

  /** Refuses every unknown option. */
  function only(given: object, known: string[], where = ""): void {
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined && value !== null && !known.includes(name)) {
        throw refuse(`"${where}${name}"`);
      }
    }
  }

  function cancelRule(rule: NonNullable<FunctionConfig["cancel"]>[number]) {
    only(rule, ["event", "if"], "cancelOn.");
    if (rule.if && !isMatch(rule.if)) throw refuse(`the expression "${rule.if}" in "cancelOn"`);
    if (rule.event.startsWith("inngest/")) throw refuse(`the event "${rule.event}"`);
    return { event: rule.event, condition: rule.if ?? null };
  }

  function concurrency() {
    const given = config.concurrency ?? [];
    const limits = typeof given === "number" ? [{ limit: given }] : [given].flat();
    return limits.map((limit) => {
      only(limit, ["limit", "key", "scope"], "concurrency.");
      const { key = null, scope = "fn" } = limit;
      if (scope !== "fn" && scope !== "env") throw refuse(`"${scope}" as "concurrency.scope"`);
      const isShared = scope === "env";
      if (isShared && key === null) throw refuse('"concurrency.scope" without a key');
      if (key !== null && !(isShared ? isName(key) : isKey(key))) {
        throw refuse(`the expression "${key}" in "concurrency"`);
      }
      return { limit: limit.limit, key, isShared };
    });
  }

  /** Like Inngest: up to `limit` starts of a period, plus one, may come together. */
  function throttle() {
    if (!config.throttle) return null;
    only(config.throttle, ["limit", "period"], "throttle.");
    const { limit, period } = config.throttle;
    const periodMs = parseTimeString(period) ?? 0;
    if (limit < 1 || periodMs < 1_000) {
      throw new RegistrationError(
        `The function "${config.id}" has a throttle below one start or one second.`,
      );
    }
    return { spacingMs: periodMs / limit, atOnce: limit + 1 };
  }

  only(config, ["id", "name", "triggers", "steps", "cancel", "concurrency", "throttle"]);
  const step = Object.values(config.steps)[0];
  if (step?.runtime.type !== "http" || !URL.canParse(step.runtime.url)) {
    throw refuse('something else than "serve"');
  }
  const definition: FunctionDefinition = {
    id: config.id,
    url: step.runtime.url,
    maxAttempts: (step.retries?.attempts ?? DEFAULT_RETRIES) + 1,
    events: [],
    crons: [],
    cancel: (config.cancel ?? []).map(cancelRule),
    concurrency: concurrency().filter(({ limit }) => limit > 0),
    throttle: throttle(),
  };
  for (const trigger of config.triggers) {
    if ("cron" in trigger) {
      only(trigger, ["cron"], "triggers.");
      checkCron(config.id, trigger.cron);
      definition.crons.push({ cron: trigger.cron });
    } else {
      const { event, expression = "" } = trigger;
      const isFailure = event === internalEvents.failed && failureOf(expression) !== null;
      if (event.endsWith("*")) throw refuse(`the wildcard "${event}"`);
      if (expression && !isFailure) throw refuse(`the expression "${expression}" of a trigger`);
      if (event.startsWith("inngest/") && !isFailure) throw refuse(`the event "${event}"`);
      definition.events.push({ event, condition: expression });
    }
  }
  return definition;
}

function checkCron(functionId: string, cron: string): void {
  try {
    nextCronTime(cron, new Date());
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    throw new RegistrationError(`The function "${functionId}": ${error.message}`);
  }
}

type Limit = FunctionDefinition["concurrency"][number];

/** Whether a limit covers all runs of a function; at the limit, no run can start. */
export const isCommon = ({ key, isShared }: Limit): boolean => key === null || isShared === true;

/**
 * The concurrency group of a limit, without the key's value where the value depends on the event.
 */
export const groupOf = ({ id }: FunctionDefinition, { key, isShared }: Limit): string =>
  isShared ? `env:${key}` : `fn:${id}`;

/** The concurrency groups that a run of this function belongs to, and the limit of each. */
export function limitsOf(
  definition: FunctionDefinition,
  event: EventPayload,
): { keys: string[]; limits: number[] } {
  const { concurrency } = definition;
  const keys = concurrency.map((limit) => {
    const group = groupOf(definition, limit);
    return isCommon(limit) ? group : `${group}:${limit.key}=${keyOf(limit.key ?? "", event)}`;
  });
  return { keys, limits: concurrency.map(({ limit }) => limit) };
}

/** The owner of a run, from the first limit with a key of the event; null if no limit has one. */
export function turnKeyOf({ concurrency }: FunctionDefinition, event: EventPayload): string | null {
  const limit = concurrency.find((one) => !isCommon(one));
  return limit ? keyOf(limit.key ?? "", event) : null;
}

/** True if a trigger with this condition accepts the event. */
export const accepts = (condition: string, event: EventPayload) =>
  condition === "" || failureOf(condition) === event.data.function_id;
