import "server-only";
import { recordEngineStatus } from "@/lib/platform/engine-status";
import { log } from "@/lib/platform/log";
import type { Vendor } from "./usage";

/** Milliseconds for which it is believed; afterwards the model is asked again. */
const retirementTtlMs = 3_600_000;

const holder = globalThis as { inkwrightGoneModels?: Map<string, number> };

/** Whether a vendor has said of its model, not long ago, that it is not there any more. */
export function isRetired(model: string): boolean {
  const since = holder.inkwrightGoneModels?.get(model);
  return since !== undefined && performance.now() - since < retirementTtlMs;
}

/** Port under which the status page finds it; the rest is the model's name. */
export const retiredPortPrefix = "gone:";

/**
 * Remembers that a model is gone and tells the administrator, in the log and on the status page.
 * @param successor what does its work from now on; null where nothing does
 */
export function markRetired(provider: Vendor, model: string, successor: string | null): void {
  holder.inkwrightGoneModels ??= new Map();
  holder.inkwrightGoneModels.set(model, performance.now());
  log.error(
    { provider, model, successor },
    successor
      ? `The model ${model} is gone: ${successor} does its work.`
      : `The model ${model} is gone, and nothing is known to take its place.`,
  );
  recordEngineStatus(
    `${retiredPortPrefix}${model}`.slice(0, 40),
    successor ?? "none",
    "Its vendor says it is gone.",
  );
}

/** For tests. */
export const clearRetired = (): void => holder.inkwrightGoneModels?.clear();
