import "server-only";
import { changedSinceBuild } from "@/lib/platform/build-variables";
import { EnvError, env } from "@/lib/platform/env";
import { startOutboxSweep } from "@/lib/platform/jobs/outbox-service";
import { beginShutdown } from "@/lib/platform/lifecycle";
import { isServerless } from "@/lib/platform/serverless";
import { endLiveStreams } from "./live/server-stream";
import { storyChanges } from "./live/story-changes-service";

/**
 * What a server process begins with. @throws EnvError where a variable is wrong
 */
export function startServer(): void {
  env();
  assertMatchingBuild();
  const stopSweep = isServerless() ? () => {} : startOutboxSweep();
  // Readiness says 503 from here on; Next itself lets running requests finish and then exits, so
  // answers that would stay open are ended.
  const drain = () => {
    beginShutdown();
    stopSweep();
    endLiveStreams();
    void storyChanges().close();
  };
  process.once("SIGTERM", drain);
  process.once("SIGINT", drain);
  if (process.platform !== "win32") process.on("SIGUSR2", drain);
}

/** @throws EnvError where the build was made for other settings than it is to run with */
function assertMatchingBuild(): void {
  const changed = changedSinceBuild(process.env.BUILT_WITH, process.env);
  if (changed.length === 0) return;
  const expected =
    "expected to be what it was when the app was built; build it again with this value";
  throw new EnvError(changed.map((name) => `${name}: ${expected}`));
}
