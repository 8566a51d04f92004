import type { GetStepTools } from "inngest";
import { stepOf } from "@/lib/generation/failure-service";
import type { Progress } from "@/lib/generation/prediction-service";
import type { inngest } from "@/lib/platform/jobs/client";
import { predictionEnded } from "@/lib/platform/jobs/events";

/** Looks after which work is left to the reaper; orders are given up long before. */
const mostLooks = 400;

/**
 * Steps that have something made: one where the provider answers at once. Where it takes its time,
 * one orders, and after each wait one looks; meanwhile no request of the host is held. The provider
 * may tell us that it is done; what it told before we waited is found by the next look.
 * @returns false where nobody wants it any more
 */
export async function made(
  step: GetStepTools<typeof inngest>,
  name: "paint" | "animate",
  jobId: string,
  make: (jobId: string) => Promise<Progress>,
): Promise<boolean> {
  const look = (id: string) => step.run(id, () => stepOf(jobId, () => make(jobId)));
  let progress: Progress = await look(name);
  for (let count = 1; typeof progress === "object" && count <= mostLooks; count += 1) {
    await step.waitForEvent(`${name}-told-${count}`, {
      event: predictionEnded,
      match: "data.jobId",
      timeout: `${progress.lookInSeconds}s`,
    });
    progress = await look(`${name}-look-${count}`);
  }
  return progress === true;
}
