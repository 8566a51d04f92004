import { failJob } from "@/lib/generation/jobs/fail-job-service";
import {
  paintPortrait as paint,
  showPortrait,
} from "@/lib/generation/picture/paint-portrait-service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned, portraitRequested } from "@/lib/platform/jobs/events";
import { made } from "../made";
import { throttles } from "../throttles";

/** Paints the portrait of a character or the picture of a place. */
export const paintPortrait = inngest.createFunction(
  {
    id: "paint-portrait",
    triggers: [{ event: portraitRequested }],
    // What may be paid for is counted on the job; these are for processes that die.
    retries: 8,
    concurrency: [{ key: "event.data.ownerId", limit: 4 }],
    throttle: throttles.portraits,
    cancelOn: [{ event: jobAbandoned, match: "data.jobId" }],
    onFailure: async ({ event, step }) => {
      const { jobId } = event.data.event.data;
      await step.run("fail", () => failJob(jobId));
    },
  },
  async ({ event, step }) => {
    const { jobId } = event.data;
    await made(step, "paint", jobId, { make: paint, show: showPortrait });
  },
);
