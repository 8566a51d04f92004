import { failJob, stepOf } from "@/lib/generation/jobs/fail-job-service";
import { writeScene as write } from "@/lib/generation/scene/write-scene-service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned, sceneAbandoned, sceneRequested } from "@/lib/platform/jobs/events";
import { throttles } from "../throttles";

/** Writes a scene; its panels go their own way as soon as each of them is written. */
export const writeScene = inngest.createFunction(
  {
    id: "write-scene",
    triggers: [{ event: sceneRequested }],
    // What may be paid for is counted on the job; these are for processes that die.
    retries: 8,
    concurrency: [{ key: "event.data.ownerId", limit: 3 }],
    throttle: throttles.scenes,
    cancelOn: [
      { event: sceneAbandoned, match: "data.cancelKey" },
      { event: jobAbandoned, match: "data.jobId" },
    ],
    onFailure: async ({ event, step }) => {
      const { jobId } = event.data.event.data;
      await step.run("fail", () => failJob(jobId));
    },
  },
  async ({ event, step }) => {
    const { jobId } = event.data;
    await step.run("write", () => stepOf(jobId, () => write(jobId)));
  },
);
