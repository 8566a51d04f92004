import type { GetStepTools } from "inngest";
import { failJob, runStep } from "@/lib/generation/jobs/completion-service";
import {
  imageTakeRequested,
  panelReady,
  portraitEnded,
  portraitRequested,
  predictionEnded,
  sceneRequested,
  videoTakeRequested,
} from "@/lib/generation/jobs/job-service";
import { takesReferences } from "@/lib/generation/picture/paint-for-job";
import { isAwaitingPortraits, paintPanel, showPanel } from "@/lib/generation/picture/panel-service";
import { paintPortrait, showPortrait } from "@/lib/generation/picture/portrait-service";
import type { JobHandler, Progress } from "@/lib/generation/picture/progress";
import { animateTake, paintTake, saveTake } from "@/lib/generation/picture/take-service";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import { env } from "@/lib/platform/env";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned } from "@/lib/platform/jobs/events";
import { continueTrace } from "@/lib/platform/trace";
import { sceneAbandoned } from "@/lib/scenes/events";

type Step = GetStepTools<typeof inngest>;

interface JobFunction {
  id: string;
  event:
    | typeof sceneRequested
    | typeof panelReady
    | typeof portraitRequested
    | typeof imageTakeRequested
    | typeof videoTakeRequested;
  /** Calls for one author at the same time, and for all together. */
  perAuthorLimit: number;
  slots: ReturnType<typeof sharedConcurrency>;
  throttle: ReturnType<typeof throttleShare>;
  /** Its work ends as well when its scene is deleted or made anew. */
  isOfScene?: boolean;
  run: (step: JobStep, jobId: string) => Promise<unknown>;
}

/** A job's step is a span of the trace that the job was asked for in. */
interface JobStep extends Pick<Step, "waitForEvent"> {
  run: <T>(id: string, work: () => Promise<T>) => Promise<T>;
}

/** The function that does the jobs of one kind. */
const jobFunction = ({
  id,
  event,
  perAuthorLimit,
  slots,
  throttle,
  isOfScene = false,
  run,
}: JobFunction) =>
  inngest.createFunction(
    {
      id,
      triggers: [{ event }],
      // What may be paid for is counted on the job; these are for processes that die, also where the
      // engine pauses as long before each.
      retries: 20,
      // The first makes authors take turns, whatever each has waiting; docs/decisions/0017.
      concurrency: [{ key: "event.data.ownerId", limit: perAuthorLimit }, slots],
      throttle,
      cancelOn: [
        ...(isOfScene ? [{ event: sceneAbandoned, match: "data.cancelKey" }] : []),
        { event: jobAbandoned, match: "data.jobId" },
      ],
      onFailure: async ({ event: failed, step }) => {
        const { jobId } = failed.data.event.data;
        await step.run("fail", () => failJob(jobId));
      },
    },
    async ({ event: begun, step }) => {
      const { jobId, traceId } = begun.data;
      const traced: JobStep = {
        waitForEvent: step.waitForEvent,
        run: (name, work) =>
          step.run(name, () =>
            continueTrace(traceId, `${id} ${name}`, { "inkwright.job": jobId }, () =>
              runStep(jobId, work),
            ),
          ) as ReturnType<typeof work>,
      };
      await run(traced, jobId);
    },
  );

/**
 * How many runs may start in a minute, so that all authors together stay below what a provider
 * allows one key. Each function is counted for itself, so the painter's rate is divided; what a
 * provider still refuses is tried again when it says.
 */
const throttleShare = (calls: number, part: number) =>
  ({ limit: Math.max(1, Math.floor(calls * part)), period: "1m" }) as const;
const { WRITER_CALLS_PER_MINUTE: writer, PAINTER_CALLS_PER_MINUTE: painter } = env();
/** What may be asked of a provider at once, by all functions that name it together. */
const sharedConcurrency = (provider: string, limit: number) =>
  ({ scope: "env", key: `"${provider}"`, limit }) as const;
const writerSlots = sharedConcurrency("writer", env().WRITER_CALLS_AT_ONCE);
const painterSlots = sharedConcurrency("painter", env().PAINTER_CALLS_AT_ONCE);

/** One function for each kind of job; the steps of a picture stand below. */
export const jobFunctions = [
  // Its panels go their own way as soon as each of them is written.
  jobFunction({
    id: "write-scene",
    event: sceneRequested,
    perAuthorLimit: 3,
    slots: writerSlots,
    throttle: throttleShare(writer, 1),
    isOfScene: true,
    run: (step, jobId) => step.run("write", () => writeScene(jobId)),
  }),
  // The last panel of a scene closes it.
  jobFunction({
    id: "paint-panel",
    event: panelReady,
    perAuthorLimit: 6,
    slots: painterSlots,
    throttle: throttleShare(painter, 0.5),
    isOfScene: true,
    run: (step, jobId) =>
      runPictureSteps(
        step,
        "paint",
        jobId,
        { produce: paintPanel, publish: showPanel },
        { withPortraits: true },
      ),
  }),
  jobFunction({
    id: "paint-portrait",
    event: portraitRequested,
    perAuthorLimit: 4,
    slots: painterSlots,
    throttle: throttleShare(painter, 0.2),
    run: (step, jobId) =>
      runPictureSteps(step, "paint", jobId, { produce: paintPortrait, publish: showPortrait }),
  }),
  // A take is kept, and shown when its author chooses it.
  jobFunction({
    id: "paint-picture",
    event: imageTakeRequested,
    perAuthorLimit: 4,
    slots: painterSlots,
    throttle: throttleShare(painter, 0.2),
    run: (step, jobId) =>
      runPictureSteps(
        step,
        "paint",
        jobId,
        { produce: paintTake, publish: saveTake },
        { withPortraits: true },
      ),
  }),
  jobFunction({
    id: "animate-picture",
    event: videoTakeRequested,
    perAuthorLimit: 2,
    slots: painterSlots,
    throttle: throttleShare(painter, 0.1),
    run: (step, jobId) =>
      runPictureSteps(step, "animate", jobId, { produce: animateTake, publish: saveTake }),
  }),
];

/** Looks after which work is left to the reaper; orders are given up long before. */
const maxPolls = 400;
/**
 * Seconds that a picture waits for word of a portrait before it looks without. A portrait that ended
 * between a look and the wait after it tells nobody, so the first wait, in which quick ones end, is
 * short. Together they are as long as a picture may wait.
 */
const portraitWaits = [3, 10, 20, 50];
/** Other portraits of the same author wake it as well. */
const maxPortraitWaits = 16;

/**
 * Steps that have something made and shown: one where the provider answers at once. Where it takes
 * its time, one orders, and after each wait one looks; meanwhile no request of the host is held. The
 * provider may tell us that it is done; what it told before we waited is found by the next look.
 * @param withPortraits waits before for the portraits which its request carries
 */
async function runPictureSteps(
  step: JobStep,
  name: string,
  jobId: string,
  { produce, publish }: JobHandler,
  { withPortraits = false } = {},
): Promise<void> {
  const attempt = (id: string, mayWait: boolean): Promise<Progress | "waits"> =>
    step.run<Progress | "waits">(id, async () => {
      if (mayWait && takesReferences() && (await isAwaitingPortraits(jobId))) return "waits";
      // A step that was repeated after something was made finds it recorded, so both are one.
      const progress = await produce(jobId);
      if (progress === true) await publish(jobId);
      return progress;
    });
  let timeouts = 0;
  let progress = await attempt(name, withPortraits);
  for (let count = 1; progress === "waits"; count += 1) {
    const portraitEvent = await step.waitForEvent(`portrait-told-${count}`, {
      event: portraitEnded,
      match: "data.ownerId",
      timeout: `${portraitWaits[timeouts] ?? 1}s`,
    });
    if (portraitEvent === null) timeouts += 1;
    const mayWait = timeouts < portraitWaits.length && count < maxPortraitWaits;
    progress = await attempt(`${name}-after-${count}`, mayWait);
  }
  for (let count = 1; typeof progress === "object" && count <= maxPolls; count += 1) {
    await step.waitForEvent(`${name}-told-${count}`, {
      event: predictionEnded,
      match: "data.jobId",
      timeout: `${progress.lookInSeconds}s`,
    });
    progress = await attempt(`${name}-look-${count}`, false);
  }
}
