import "server-only";
import { Inngest } from "inngest";
import { log } from "../log";

/**
 * The client of the durable functions. INNGEST_BASE_URL and the keys choose the engine.
 *
 * Inngest runs several steps in one call, which saves a round trip per step. After `maxRuntime` a
 * call begins no further step: the longest step, a video, may take 170 s, and a host may end a call
 * after 300 s (`maxDuration` of app/api/inngest). The embedded engine does not use this.
 */
const maxRuntime = "100s";

export const inngest = new Inngest({
  id: "inkwright",
  checkpointing: { maxRuntime, bufferedSteps: 1 },
  logger: log,
});
