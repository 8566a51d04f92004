import type { GetStepTools } from "inngest";
import { sweepBooks } from "@/lib/books/build-service";
import { cancelOrphanedPredictions } from "@/lib/generation/picture/open-prediction-service";
import { hasOpenJobs } from "@/lib/generation/queries";
import { reapStaleJobs } from "@/lib/generation/stale-jobs-service";
import { pictureStored } from "@/lib/media/events";
import { prepareVariants } from "@/lib/media/service";
import { sweepMedia, unusedAfterHours } from "@/lib/media/sweep-service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned } from "@/lib/platform/jobs/events";
import { sweepOutbox } from "@/lib/platform/jobs/outbox-service";
import { pruneExpired } from "@/lib/platform/jobs/prune-service";
import { sceneAbandoned } from "@/lib/scenes/events";
import { rollUpSpending } from "@/lib/spending/rollup-service";
import { endStaleCalls } from "@/lib/spending/service";
import { expirePagesShowing } from "@/lib/stories/page-expiry-service";
import { refreshRanks, rollUpViews } from "@/lib/stories/ranking-service";
import { countSearchWords } from "@/lib/stories/search-words-service";

type Step = GetStepTools<typeof inngest>;

const once = { retries: 1, concurrency: 1 } as const;

const cronFunction = (id: string, cron: string, work: (step: Step) => Promise<unknown>) =>
  inngest.createFunction({ id, triggers: [{ cron }], ...once }, async ({ step }) => work(step));

/** What runs by the clock, and what nobody waits for. */
export const maintenanceFunctions = [
  // Makes the smaller encodings of a picture, when nobody waits for another one any more.
  inngest.createFunction(
    { id: "prepare-variants", triggers: [{ event: pictureStored }], retries: 5, concurrency: 2 },
    async ({ event, step }) => {
      // The other panels of a scene that is being painted and shown just now go first.
      const mustWait = !event.data.soon && (await step.run("look", hasOpenJobs));
      if (mustWait) await step.sleep("let-the-scene-finish", "15s");
      const made = await step.run("encode", () => prepareVariants(event.data.mediaId));
      if (made) await step.run("show", () => expirePagesShowing(event.data.mediaId));
    },
  ),
  // Ends what providers still do for what is gone or made anew, and for jobs that are over.
  inngest.createFunction(
    {
      id: "drop-predictions",
      triggers: [{ event: sceneAbandoned }, { event: jobAbandoned }, { cron: "*/5 * * * *" }],
      ...once,
    },
    async ({ step }) => {
      await step.run("drop", () => cancelOrphanedPredictions());
      await step.run("end-lost-calls", () => endStaleCalls());
    },
  ),
  // What was spent is told from sums of hours, and the calls since the newest of them.
  cronFunction("sum-spending", "16 * * * *", (step) => step.run("sum", () => rollUpSpending())),
  // Ends work whose process died: what was made of it is shown, the rest can be tried again.
  cronFunction("reap-lost-jobs", "*/5 * * * *", (step) => step.run("reap", () => reapStaleJobs())),
  // Sends events that were left behind, also where no process lives long enough to sweep.
  cronFunction("send-outbox", "* * * * *", (step) => step.run("send", () => sweepOutbox())),
  // Deletes records whose time is over.
  cronFunction("prune-expired", "17 * * * *", (step) => step.run("prune", () => pruneExpired())),
  // Removes pictures that nothing points at and objects that no row knows; each part has the time
  // of a call to itself.
  cronFunction("sweep-media", "43 3 * * *", (step) =>
    sweepMedia(unusedAfterHours, (part, work) => step.run(part, work)),
  ),
  // Ends books whose process died, and deletes those that nobody asks for.
  cronFunction("sweep-books", "*/10 * * * *", (step) => step.run("sweep", () => sweepBooks())),
  // Adds the views since the last time to their stories and orders 'popular' anew.
  cronFunction("refresh-popularity", "*/5 * * * *", async (step) => {
    await step.run("roll-up-views", () => rollUpViews());
    await step.run("rank", () => refreshRanks());
  }),
  // Tells common words of a search from rare ones.
  cronFunction("count-search-words", "29 * * * *", (step) =>
    step.run("count", () => countSearchWords()),
  ),
];
