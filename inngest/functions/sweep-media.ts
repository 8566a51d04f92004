import { sweepMedia as sweep, unusedAfterHours } from "@/lib/media/service";
import { inngest } from "@/lib/platform/jobs/client";

/** Removes pictures that nothing points at and objects that no row knows. */
export const sweepMedia = inngest.createFunction(
  { id: "sweep-media", triggers: [{ cron: "43 3 * * *" }], retries: 1, concurrency: 1 },
  // Each has the time of a call to itself.
  async ({ step }) => sweep(unusedAfterHours, (part, work) => step.run(part, work)),
);
