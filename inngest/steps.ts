import type { GetStepTools } from "inngest";
import { portraitEnded, predictionEnded } from "@/lib/generation/jobs/events";
import { stepOf } from "@/lib/generation/jobs/fail-job-service";
import type { Progress } from "@/lib/generation/picture/follow-order-service";
import { takesReferences } from "@/lib/generation/picture/paint-for-job";
import { awaitsPortraits } from "@/lib/generation/picture/paint-panel-service";
import type { inngest } from "@/lib/platform/jobs/client";

export type Step = GetStepTools<typeof inngest>;

/** The two halves of a job, each of which can be repeated. */
interface Work {
  /** The billed one: has something made and records it on the job. */
  make: (jobId: string) => Promise<Progress>;
  /** Shows, or keeps, what was recorded. */
  show: (jobId: string) => Promise<unknown>;
}

/** Looks after which work is left to the reaper; orders are given up long before. */
const mostLooks = 400;

/** A step that was repeated after something was made finds it recorded, so both halves are one. */
async function advance(jobId: string, { make, show }: Work): Promise<Progress> {
  const progress = await make(jobId);
  if (progress === true) await show(jobId);
  return progress;
}

/**
 * Steps that have something made and shown: one where the provider answers at once. Where it takes
 * its time, one orders, and after each wait one looks; meanwhile no request of the host is held. The
 * provider may tell us that it is done; what it told before we waited is found by the next look.
 */
export async function made(step: Step, name: string, jobId: string, work: Work): Promise<void> {
  const begun = await step.run(name, () => stepOf(jobId, () => advance(jobId, work)));
  await finished(step, name, jobId, work, begun);
}

async function finished(
  step: Step,
  name: string,
  jobId: string,
  work: Work,
  begun: Progress,
): Promise<void> {
  let progress = begun;
  for (let count = 1; typeof progress === "object" && count <= mostLooks; count += 1) {
    await step.waitForEvent(`${name}-told-${count}`, {
      event: predictionEnded,
      match: "data.jobId",
      timeout: `${progress.lookInSeconds}s`,
    });
    progress = await step.run(`${name}-look-${count}`, () =>
      stepOf(jobId, () => advance(jobId, work)),
    );
  }
}

/**
 * Seconds that a picture waits for word of a portrait before it looks without. A portrait that ended
 * between a look and the wait after it tells nobody, so the first wait, in which quick ones end, is
 * short. Together they are as long as a picture may wait.
 */
const portraitWaits = [3, 10, 20, 50];
/** Other portraits of the same author wake it as well. */
const mostPortraits = 16;

/** The same for a picture that waits for the portraits which its request carries. */
export async function madeWithPortraits(step: Step, jobId: string, work: Work): Promise<void> {
  const madeOrWaits = async (mayWait: boolean): Promise<Progress | "waits"> =>
    mayWait && takesReferences() && (await awaitsPortraits(jobId)) ? "waits" : advance(jobId, work);
  const tryTo = (id: string, mayWait: boolean): Promise<Progress | "waits"> =>
    step.run(id, () => stepOf(jobId, () => madeOrWaits(mayWait)));
  let unheard = 0;
  let progress = await tryTo("paint", true);
  for (let count = 1; progress === "waits"; count += 1) {
    const told = await step.waitForEvent(`portrait-told-${count}`, {
      event: portraitEnded,
      match: "data.ownerId",
      timeout: `${portraitWaits[unheard] ?? 1}s`,
    });
    if (told === null) unheard += 1;
    const mayWait = unheard < portraitWaits.length && count < mostPortraits;
    progress = await tryTo(`paint-after-${count}`, mayWait);
  }
  await finished(step, "paint", jobId, work, progress);
}
