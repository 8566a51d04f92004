import { failJob, stepOf } from "@/lib/generation/failure-service";
import { takesReferences } from "@/lib/generation/painting-service";
import { awaitsPortraits, paintPanel as paint, showPanel } from "@/lib/generation/panel-service";
import { inngest } from "@/lib/platform/jobs/client";
import { panelReady, sceneAbandoned } from "@/lib/platform/jobs/events";

/** How often a panel looks whether the portraits it refers to are there. */
const looks = 40;

/** Paints one panel; the last one of its scene closes it. */
export const paintPanel = inngest.createFunction(
  {
    id: "paint-panel",
    triggers: [{ event: panelReady }],
    // What may be paid for is counted on the job; these are for processes that die.
    retries: 8,
    concurrency: { key: "event.data.ownerId", limit: 6 },
    cancelOn: [{ event: sceneAbandoned, match: "data.cancelKey" }],
    onFailure: async ({ event, step }) => {
      const { jobId } = event.data.event.data;
      await step.run("fail", () => failJob(jobId));
    },
  },
  async ({ event, step }) => {
    const { jobId } = event.data;
    for (let look = 1; takesReferences() && look <= looks; look += 1) {
      if (!(await step.run(`look-for-portraits-${look}`, () => awaitsPortraits(jobId)))) break;
      await step.sleep(`wait-for-portraits-${look}`, "2s");
    }
    const painted = await step.run("paint", () => stepOf(jobId, () => paint(jobId)));
    if (painted) await step.run("show", () => stepOf(jobId, () => showPanel(jobId)));
  },
);
