import "server-only";
import { changedSinceBuild } from "@/lib/platform/build-variables";
import { EnvError, env } from "@/lib/platform/env";
import { startOutboxSweep } from "@/lib/platform/jobs/outbox-service";
import { isServerless } from "@/lib/platform/serverless";
import { beginShutdown } from "@/lib/platform/status/lifecycle";
import { tryVisionAtStart } from "@/lib/vision/trial-service";
import { sweepEvents, sweepIfServerless } from "./jobs/lost-events-service";
import { endLiveStreams } from "./live/server-stream";
import { storyChanges } from "./live/story-changes-service";

/** Starts the services of a server process. @throws EnvError if a variable is invalid */
export function startServer(): void {
  env();
  assertMatchingBuild();
  const stopSweep = isServerless() ? () => {} : startOutboxSweep(sweepEvents);
  void sweepIfServerless(0);
  if (!isServerless()) void tryVisionAtStart();
  // From now on readiness answers 503. Next lets running requests finish and then exits, so open
  // streams are ended here.
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

/** @throws EnvError if the build was made with other settings than the server runs with */
function assertMatchingBuild(): void {
  const changed = changedSinceBuild(process.env.BUILT_WITH, process.env);
  if (changed.length === 0) return;
  const expected =
    "expected to be what it was when the app was built; build it again with this value";
  throw new EnvError(changed.map((name) => `${name}: ${expected}`));
}
