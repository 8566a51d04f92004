import "server-only";
import { Inngest } from "inngest";
import { log } from "../log";

/**
 * The client of the durable functions. Which engine runs them follows from INNGEST_BASE_URL and the
 * keys alone.
 *
 * On Inngest a call goes on with the next step when it has reported the one before, which saves a
 * round trip for each. It begins none after this time: the longest step, a video, may take 170 s, and
 * a host may end a call after 300 (`maxDuration` of app/api/inngest). The embedded engine never asks
 * for it.
 */
const maxRuntime = "100s";

export const inngest = new Inngest({
  id: "inkwright",
  checkpointing: { maxRuntime, bufferedSteps: 1 },
  logger: log,
});
