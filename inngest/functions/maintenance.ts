import type { GetStepTools } from "inngest";
import { sweepBooks } from "@/lib/books/build-service";
import { sweepEvents } from "@/lib/generation/jobs/lost-events-service";
import { cancelOrphanedPredictions } from "@/lib/generation/picture/prediction-service";
import { hasOpenJobs } from "@/lib/generation/queries";
import { reapStaleJobs } from "@/lib/generation/stale-jobs-service";
import { pictureStored } from "@/lib/media/events";
import { prepareVariants } from "@/lib/media/service";
import { sweepMedia, unusedAfterHours } from "@/lib/media/sweep-service";
import { expirePagesShowing } from "@/lib/pages/expiry-service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned } from "@/lib/platform/jobs/events";
import { pruneExpired } from "@/lib/platform/jobs/prune-service";
import { sceneAbandoned } from "@/lib/scenes/events";
import { rollUpSpending } from "@/lib/spending/rollup-service";
import { endStaleCalls } from "@/lib/spending/service";
import { refreshRanks, rollUpViews } from "@/lib/stories/feed/ranking-service";
import { countSearchWords } from "@/lib/stories/search/words-service";

type Step = GetStepTools<typeof inngest>;

const once = { retries: 1, concurrency: 1 } as const;

const cronFunction = (id: string, cron: string, work: (step: Step) => Promise<unknown>) =>
  inngest.createFunction({ id, triggers: [{ cron }], ...once }, async ({ step }) => work(step));

/** Scheduled and background functions. */
export const maintenanceFunctions = [
  // Makes the smaller encodings of a picture, once no job for a picture is waiting.
  inngest.createFunction(
    { id: "prepare-variants", triggers: [{ event: pictureStored }], retries: 5, concurrency: 2 },
    async ({ event, step }) => {
      // The other panels of a scene that is being painted have precedence.
      const mustWait = !event.data.soon && (await step.run("look", hasOpenJobs));
      if (mustWait) await step.sleep("let-the-scene-finish", "15s");
      const made = await step.run("encode", () => prepareVariants(event.data.mediaId));
      if (made) await step.run("show", () => expirePagesShowing(event.data.mediaId));
    },
  ),
  // Cancels predictions for deleted or regenerated scenes, and for jobs that are over.
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
  // Pages read spending from hourly sums and the calls since the newest sum.
  cronFunction("sum-spending", "16 * * * *", (step) => step.run("sum", () => rollUpSpending())),
  // Ends jobs whose process died: a finished result is shown, other work fails and can be retried.
  cronFunction("reap-lost-jobs", "*/5 * * * *", (step) => step.run("reap", () => reapStaleJobs())),
  // Sends events that remained in the outbox, also on hosts without long-lived processes.
  cronFunction("send-outbox", "* * * * *", (step) => step.run("send", () => sweepEvents())),
  // Deletes expired records.
  cronFunction("prune-expired", "17 * * * *", (step) => step.run("prune", () => pruneExpired())),
  // Deletes unreferenced pictures and objects without a row; each part is a step with a time limit
  // of its own.
  cronFunction("sweep-media", "43 3 * * *", (step) =>
    sweepMedia(unusedAfterHours, (part, work) => step.run(part, work)),
  ),
  // Ends books whose process died, and deletes those that were not requested for long.
  cronFunction("sweep-books", "*/10 * * * *", (step) => step.run("sweep", () => sweepBooks())),
  // Adds new views to their stories and recalculates the order 'popular'.
  cronFunction("refresh-popularity", "*/5 * * * *", async (step) => {
    await step.run("roll-up-views", () => rollUpViews());
    await step.run("rank", () => refreshRanks());
  }),
  // Counts how common each word is, for searches.
  cronFunction("count-search-words", "29 * * * *", (step) =>
    step.run("count", () => countSearchWords()),
  ),
];
