import { failJob } from "@/lib/generation/jobs/fail-job-service";
import { paintPanel as paint, showPanel } from "@/lib/generation/picture/paint-panel-service";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned, panelReady, sceneAbandoned } from "@/lib/platform/jobs/events";
import { madeWithPortraits } from "../made";
import { throttles } from "../throttles";

/** Paints one panel; the last one of its scene closes it. */
export const paintPanel = inngest.createFunction(
  {
    id: "paint-panel",
    triggers: [{ event: panelReady }],
    // What may be paid for is counted on the job; these are for processes that die.
    retries: 8,
    concurrency: [{ key: "event.data.ownerId", limit: 6 }],
    throttle: throttles.panels,
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
    await madeWithPortraits(step, jobId, { make: paint, show: showPanel });
  },
);
