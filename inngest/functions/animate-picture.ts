import { failJob } from "@/lib/generation/jobs/fail-job-service";
import { animatePicture as animate } from "@/lib/generation/picture/make-video-service";
import { keepTake } from "@/lib/generation/picture/paint-take-service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned, videoRequested } from "@/lib/platform/jobs/events";
import { made } from "../made";
import { throttles } from "../throttles";

/** Brings a picture to life; the video is kept as a take and shown when its author chooses it. */
export const animatePicture = inngest.createFunction(
  {
    id: "animate-picture",
    triggers: [{ event: videoRequested }],
    // What may be paid for is counted on the job; these are for processes that die.
    retries: 8,
    concurrency: [{ key: "event.data.ownerId", limit: 2 }],
    throttle: throttles.videos,
    cancelOn: [{ event: jobAbandoned, match: "data.jobId" }],
    onFailure: async ({ event, step }) => {
      const { jobId } = event.data.event.data;
      await step.run("fail", () => failJob(jobId));
    },
  },
  async ({ event, step }) => {
    const { jobId } = event.data;
    await made(step, "animate", jobId, { make: animate, show: keepTake });
  },
);
