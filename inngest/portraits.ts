import type { GetStepTools } from "inngest";
import { takesReferences } from "@/lib/generation/painting-service";
import { awaitsPortraits } from "@/lib/generation/panel-service";
import type { inngest } from "@/lib/platform/jobs/client";

/** How often a picture looks whether the portraits it refers to are there. */
const looks = 40;

/** Steps that let a picture wait for the portraits that its request carries. */
export async function waitForPortraits(
  step: GetStepTools<typeof inngest>,
  jobId: string,
): Promise<void> {
  for (let look = 1; takesReferences() && look <= looks; look += 1) {
    if (!(await step.run(`look-for-portraits-${look}`, () => awaitsPortraits(jobId)))) break;
    await step.sleep(`wait-for-portraits-${look}`, "2s");
  }
}
