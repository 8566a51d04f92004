import { inngest } from "@/lib/platform/jobs/client";
import { refreshRanks, rollUpViews } from "@/lib/stories/ranking-service";

/** Adds the views since the last time to their stories and orders 'popular' anew. */
export const refreshPopularity = inngest.createFunction(
  { id: "refresh-popularity", triggers: [{ cron: "*/5 * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => {
    await step.run("roll-up-views", () => rollUpViews());
    await step.run("rank", () => refreshRanks());
  },
);
