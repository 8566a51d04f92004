import { reapLostJobs as reap } from "@/lib/generation/failure-service";
import { inngest } from "@/lib/platform/jobs/client";

/** Ends work whose process died, so that its author can try again. */
export const reapLostJobs = inngest.createFunction(
  { id: "reap-lost-jobs", triggers: [{ cron: "*/5 * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => step.run("reap", () => reap()),
);
