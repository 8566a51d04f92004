import { inngest } from "@/lib/platform/jobs/client";
import { pruneExpired as prune } from "@/lib/platform/jobs/prune-service";

/** Deletes records whose time is over. */
export const pruneExpired = inngest.createFunction(
  { id: "prune-expired", triggers: [{ cron: "17 * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => step.run("prune", () => prune()),
);
