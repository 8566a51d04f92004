import { reapLostJobs as reap } from "@/lib/generation/lost-jobs-service";
import { dropUnwantedPredictions } from "@/lib/generation/picture/order-row-service";
import { sweepMedia as sweep, unusedAfterHours } from "@/lib/media/service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned } from "@/lib/platform/jobs/events";
import { sweepOutbox } from "@/lib/platform/jobs/outbox-service";
import { pruneExpired as prune } from "@/lib/platform/jobs/prune-service";
import { sceneAbandoned } from "@/lib/scenes/events";
import { refreshRanks, rollUpViews } from "@/lib/stories/ranking-service";

const once = { retries: 1, concurrency: 1 } as const;

/** Ends what providers still do for what is gone or made anew, and for jobs that are over. */
export const dropPredictions = inngest.createFunction(
  {
    id: "drop-predictions",
    triggers: [{ event: sceneAbandoned }, { event: jobAbandoned }, { cron: "*/5 * * * *" }],
    ...once,
  },
  async ({ step }) => step.run("drop", () => dropUnwantedPredictions()),
);

/** Ends work whose process died: what was made of it is shown, the rest can be tried again. */
export const reapLostJobs = inngest.createFunction(
  { id: "reap-lost-jobs", triggers: [{ cron: "*/5 * * * *" }], ...once },
  async ({ step }) => step.run("reap", () => reap()),
);

/** Sends events that were left behind, also where no process lives long enough to sweep. */
export const sendOutbox = inngest.createFunction(
  { id: "send-outbox", triggers: [{ cron: "* * * * *" }], ...once },
  async ({ step }) => step.run("send", () => sweepOutbox()),
);

/** Deletes records whose time is over. */
export const pruneExpired = inngest.createFunction(
  { id: "prune-expired", triggers: [{ cron: "17 * * * *" }], ...once },
  async ({ step }) => step.run("prune", () => prune()),
);

/** Removes pictures that nothing points at and objects that no row knows. */
export const sweepMedia = inngest.createFunction(
  { id: "sweep-media", triggers: [{ cron: "43 3 * * *" }], ...once },
  // Each has the time of a call to itself.
  async ({ step }) => sweep(unusedAfterHours, (part, work) => step.run(part, work)),
);

/** Adds the views since the last time to their stories and orders 'popular' anew. */
export const refreshPopularity = inngest.createFunction(
  { id: "refresh-popularity", triggers: [{ cron: "*/5 * * * *" }], ...once },
  async ({ step }) => {
    await step.run("roll-up-views", () => rollUpViews());
    await step.run("rank", () => refreshRanks());
  },
);
