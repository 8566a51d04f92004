import { ApiError } from "@/lib/platform/http/api-error";

/** Milliseconds that a page which is being left does not live any more. */
const unloadGracePeriod = 500;

/**
 * Tells of a failed call, but of a lost connection only a moment later: a reload ends what is under
 * way in the same manner, and then nothing has failed. What was kept still says that it goes on.
 */
export function reportUnlessUnloading(error: unknown, report: () => void): void {
  if (error instanceof ApiError && error.code === "network_error")
    setTimeout(report, unloadGracePeriod);
  else report();
}
