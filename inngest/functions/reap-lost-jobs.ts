import { reapLostJobs as reap } from "@/lib/generation/lost-jobs-service";
import { inngest } from "@/lib/platform/jobs/client";

/** Ends work whose process died: what was made of it is shown, the rest can be tried again. */
export const reapLostJobs = inngest.createFunction(
  { id: "reap-lost-jobs", triggers: [{ cron: "*/5 * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => step.run("reap", () => reap()),
);
