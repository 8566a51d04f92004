import "server-only";

// Next bundles start-up and routes separately; globalThis holds what they share.
const holder = globalThis as { inkwrightShuttingDown?: boolean };

/**
 * From now on /api/ready answers 503, so that load balancers send no new requests; running ones
 * complete.
 */
export function beginShutdown(): void {
  holder.inkwrightShuttingDown = true;
}

export const isShuttingDown = (): boolean => holder.inkwrightShuttingDown === true;
