import "server-only";
import { log } from "@/lib/platform/log";
import { recordEngineStatus } from "@/lib/platform/status/engine-status";

/** After this many milliseconds the model is tried again. */
const retirementTtlMs = 3_600_000;

const holder = globalThis as { inkwrightGoneModels?: Map<string, number> };

/** Whether the vendor recently reported that the model no longer exists. */
export function isRetired(model: string): boolean {
  const since = holder.inkwrightGoneModels?.get(model);
  return since !== undefined && performance.now() - since < retirementTtlMs;
}

/** Prefix of the status page's port name of a retired model; the model's name follows. */
export const retiredPortPrefix = "gone:";

/**
 * Remembers that a model is retired and reports it in the log and on the status page.
 * @param successor the model that replaces it; null if none does
 */
export function markRetired(provider: string, model: string, successor: string | null): void {
  holder.inkwrightGoneModels ??= new Map();
  holder.inkwrightGoneModels.set(model, performance.now());
  log.error(
    { provider, model, successor },
    successor
      ? `The model ${model} is retired: ${successor} replaces it.`
      : `The model ${model} is retired and has no known successor.`,
  );
  recordEngineStatus(
    `${retiredPortPrefix}${model}`.slice(0, 40),
    successor ?? "none",
    "Its vendor says it is gone.",
  );
}

/** For tests. */
export const clearRetired = (): void => holder.inkwrightGoneModels?.clear();
