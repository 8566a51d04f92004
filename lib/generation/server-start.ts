import "server-only";
import { env } from "@/lib/platform/env";
import { watchEntrance } from "@/lib/platform/http/entrance";
import { startOutboxSweep } from "@/lib/platform/jobs/outbox-service";
import { beginShutdown } from "@/lib/platform/lifecycle";
import { liveStories } from "./live-service";
import { endLiveStreams } from "./live-stream";

/** A host that freezes or ends the process between requests: its cron sweeps the outbox instead. */
const livesShort = () => Boolean(process.env.VERCEL || process.env.AWS_LAMBDA_FUNCTION_NAME);

/**
 * What a server process begins with. @throws EnvError where a variable is wrong
 */
export function startServer(): void {
  env();
  watchEntrance();
  const stopSweep = livesShort() ? () => {} : startOutboxSweep();
  // Readiness says 503 from here on; Next itself lets running requests finish and then exits, so
  // answers that would stay open are ended.
  const drain = () => {
    beginShutdown();
    stopSweep();
    endLiveStreams();
    void liveStories().close();
  };
  process.once("SIGTERM", drain);
  process.once("SIGINT", drain);
  if (process.platform !== "win32") process.on("SIGUSR2", drain);
}
