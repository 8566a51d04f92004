import { sweepMedia as sweep } from "@/lib/media/service";
import { inngest } from "@/lib/platform/jobs/client";

/** Removes pictures that nothing points at and objects that no row knows. */
export const sweepMedia = inngest.createFunction(
  { id: "sweep-media", triggers: [{ cron: "43 3 * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => step.run("sweep", () => sweep()),
);
