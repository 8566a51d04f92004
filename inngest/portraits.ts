import type { GetStepTools } from "inngest";
import { takesReferences } from "@/lib/generation/painting-service";
import { awaitsPortraits } from "@/lib/generation/panel-service";
import type { inngest } from "@/lib/platform/jobs/client";
import { portraitEnded } from "@/lib/platform/jobs/events";

/**
 * Seconds that a picture waits for word of a portrait before it looks without. A portrait that ended
 * between a look and the wait after it tells nobody, so the first wait, in which quick ones end, is
 * short. Together they are as long as a picture may wait.
 */
const waits = [3, 10, 20, 50];
/** Other portraits of the same author wake it as well. */
const mostLooks = 16;

/** Steps that let a picture wait for the portraits that its request carries. */
export async function waitForPortraits(
  step: GetStepTools<typeof inngest>,
  jobId: string,
): Promise<void> {
  if (!takesReferences()) return;
  let unheard = 0;
  for (let look = 1; look <= mostLooks; look += 1) {
    if (!(await step.run(`look-for-portraits-${look}`, () => awaitsPortraits(jobId)))) return;
    const seconds = waits[unheard];
    if (seconds === undefined) return;
    const told = await step.waitForEvent(`portrait-told-${look}`, {
      event: portraitEnded,
      match: "data.ownerId",
      timeout: `${seconds}s`,
    });
    if (told === null) unheard += 1;
  }
}
