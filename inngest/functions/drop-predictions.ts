import { dropUnwantedPredictions } from "@/lib/generation/picture/order-row-service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned, sceneAbandoned } from "@/lib/platform/jobs/events";

/** Ends what providers still do for what is gone or made anew, and for jobs that are over. */
export const dropPredictions = inngest.createFunction(
  {
    id: "drop-predictions",
    triggers: [{ event: sceneAbandoned }, { event: jobAbandoned }, { cron: "*/5 * * * *" }],
    retries: 1,
    concurrency: 1,
  },
  async ({ step }) => step.run("drop", () => dropUnwantedPredictions()),
);
