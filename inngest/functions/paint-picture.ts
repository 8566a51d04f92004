import { failJob } from "@/lib/generation/jobs/fail-job-service";
import { keepTake, paintPicture as paint } from "@/lib/generation/picture/paint-take-service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned, pictureRequested } from "@/lib/platform/jobs/events";
import { madeWithPortraits } from "../made";
import { throttles } from "../throttles";

/** Paints or changes a picture that is kept as a take and shown when its author chooses it. */
export const paintPicture = inngest.createFunction(
  {
    id: "paint-picture",
    triggers: [{ event: pictureRequested }],
    // What may be paid for is counted on the job; these are for processes that die.
    retries: 8,
    concurrency: [{ key: "event.data.ownerId", limit: 4 }],
    throttle: throttles.pictures,
    cancelOn: [{ event: jobAbandoned, match: "data.jobId" }],
    onFailure: async ({ event, step }) => {
      const { jobId } = event.data.event.data;
      await step.run("fail", () => failJob(jobId));
    },
  },
  async ({ event, step }) => {
    const { jobId } = event.data;
    await madeWithPortraits(step, jobId, { make: paint, show: keepTake });
  },
);
