import "server-only";

// Next bundles start-up and routes apart: what they share must hang on the process.
const holder = globalThis as { inkwrightShuttingDown?: boolean };

/** From now on /api/ready says 503, so that no new requests are sent here; running ones finish. */
export function beginShutdown(): void {
  holder.inkwrightShuttingDown = true;
}

export const isShuttingDown = (): boolean => holder.inkwrightShuttingDown === true;
