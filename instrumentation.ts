import type { Instrumentation } from "next";

let isDatabaseFailure: ((error: unknown) => boolean) | undefined;

/** Runs once in each server process, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startTelemetry } = await import("./lib/platform/telemetry");
  await startTelemetry();
  const { startServer } = await import("./lib/generation/server-start");
  startServer();
  const { translateDatabaseError } = await import("./lib/platform/db");
  isDatabaseFailure = (error) => translateDatabaseError(error)?.code === "unavailable";
}

/** Tells our own server (`scripts/server.mjs`) which page failed because the database is down. */
export const onRequestError: Instrumentation.onRequestError = (error, { headers }) => {
  if (isDatabaseFailure?.(error)) globalThis.inkwrightFailedPages?.add(headers["x-request-id"]);
};
