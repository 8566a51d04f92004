import { ApiError } from "@/lib/platform/http/api-error";

/** Milliseconds after which an unloading page no longer runs. */
const unloadGracePeriod = 500;

/**
 * Reports an error, but a network error only after a moment: a reload aborts pending requests with
 * the same error. The stored state then continues the work.
 */
export function reportUnlessUnloading(error: unknown, report: () => void): void {
  if (error instanceof ApiError && error.code === "network_error")
    setTimeout(report, unloadGracePeriod);
  else report();
}
