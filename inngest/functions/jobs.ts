import type { GetStepTools } from "inngest";
import { failJob, runStep } from "@/lib/generation/jobs/completion-service";
import {
  imageTakeRequested,
  panelReady,
  portraitEnded,
  portraitRequested,
  predictionEnded,
  runAs,
  sceneRequested,
  videoTakeRequested,
} from "@/lib/generation/jobs/job-service";
import { checkPicture, wantsCheck } from "@/lib/generation/picture/check-service";
import { makeMedia, type Progress } from "@/lib/generation/picture/make-media-service";
import { isAwaitingPortraits } from "@/lib/generation/picture/picture-jobs-queries";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import { env } from "@/lib/platform/env";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned } from "@/lib/platform/jobs/events";
import { continueTrace } from "@/lib/platform/trace";
import { sceneAbandoned } from "@/lib/scenes/events";

type Step = GetStepTools<typeof inngest>;

const limits = env();
/** Limits of each provider, shared by all functions that call it. */
const providers = {
  writer: { atOnce: limits.WRITER_CALLS_AT_ONCE, perMinute: limits.WRITER_CALLS_PER_MINUTE },
  painter: { atOnce: limits.PAINTER_CALLS_AT_ONCE, perMinute: limits.PAINTER_CALLS_PER_MINUTE },
};

interface JobFunction {
  id: string;
  event:
    | typeof sceneRequested
    | typeof panelReady
    | typeof portraitRequested
    | typeof imageTakeRequested
    | typeof videoTakeRequested;
  /** Concurrent calls for one author. */
  perAuthorLimit: number;
  provider: keyof typeof providers;
  /** Share of the provider's calls per minute. */
  share: number;
  /** A job also ends when its scene is deleted or regenerated. */
  isOfScene?: boolean;
  run: (step: JobStep, jobId: string) => Promise<unknown>;
}

/** A job's step is a span in the trace of the request that started the job. */
interface JobStep extends Pick<Step, "waitForEvent"> {
  /** @param work gets the number of failed attempts at this step */
  run: <T>(id: string, work: (failures: number) => Promise<T>) => Promise<T>;
}

/** The function for one kind of job. */
function jobFunction(job: JobFunction) {
  const { atOnce, perMinute } = providers[job.provider];
  return inngest.createFunction(
    {
      id: job.id,
      triggers: [{ event: job.event }],
      // The job counts paid attempts; these retries cover processes that die, even if the engine
      // pauses before each retry.
      retries: 20,
      // The first limit makes authors take turns, however many jobs each has waiting;
      // docs/decisions/0017.
      concurrency: [
        { key: "event.data.ownerId", limit: job.perAuthorLimit },
        { scope: "env", key: `"${job.provider}"`, limit: atOnce },
      ],
      // All authors together stay below a provider's limit for one key. Each function counts by
      // itself, so the painter's rate is divided; where a provider still refuses, the step retries
      // when the provider says.
      throttle: { limit: Math.max(1, Math.floor(perMinute * job.share)), period: "1m" },
      cancelOn: [
        ...(job.isOfScene ? [{ event: sceneAbandoned, match: "data.cancelKey" }] : []),
        { event: jobAbandoned, match: "data.jobId" },
      ],
      onFailure: async ({ event: failed, step }) => {
        const { jobId } = failed.data.event.data;
        await step.run("fail", () => failJob(jobId));
      },
    },
    async ({ event: begun, step, runId, attempt }) => {
      const { jobId, traceId } = begun.data;
      const attributes = { "inkwright.job": jobId };
      const traced: JobStep = {
        waitForEvent: step.waitForEvent,
        run: (name, work) =>
          step.run(name, () =>
            continueTrace(traceId, `${job.id} ${name}`, attributes, () =>
              runAs(runId, () => runStep(jobId, () => work(attempt))),
            ),
          ) as ReturnType<typeof work>,
      };
      await job.run(traced, jobId);
    },
  );
}

/** A job of the painter or animator; its steps follow below. */
const mediaFunction = (
  id: `${"paint" | "animate"}-${string}`,
  event: JobFunction["event"],
  limits: Pick<JobFunction, "perAuthorLimit" | "share" | "isOfScene">,
) => {
  const run = mediaSteps(id.startsWith("paint") ? "paint" : "animate");
  return jobFunction({ id, event, ...limits, provider: "painter", run });
};

/** One function for each kind of job. */
export const jobFunctions = [
  // Each panel starts its own job as soon as it is written.
  jobFunction({
    id: "write-scene",
    event: sceneRequested,
    perAuthorLimit: 3,
    provider: "writer",
    share: 1,
    isOfScene: true,
    run: (step, jobId) => step.run("write", () => writeScene(jobId)),
  }),
  // The last panel of a scene closes it.
  mediaFunction("paint-panel", panelReady, { perAuthorLimit: 6, share: 0.5, isOfScene: true }),
  mediaFunction("paint-portrait", portraitRequested, { perAuthorLimit: 4, share: 0.2 }),
  // A take is stored, and shown when its author chooses it.
  mediaFunction("paint-picture", imageTakeRequested, { perAuthorLimit: 4, share: 0.2 }),
  mediaFunction("animate-picture", videoTakeRequested, { perAuthorLimit: 2, share: 0.1 }),
];

/** Polls after which the reaper ends the job; predictions are cancelled long before. */
const maxPolls = 400;
/**
 * Seconds that a picture waits for the event of a portrait before it checks again. An event between
 * a check and the wait after it is missed, so the first wait, in which quick portraits end, is
 * short. The sum is a picture's longest wait.
 */
const portraitWaits = [3, 10, 20, 50];
/** Other portraits of the same author wake it as well. */
const maxPortraitWaits = 16;

/**
 * Steps that make and show a picture or video, which first waits for the portraits that its request
 * carries: a single step if the provider answers immediately. For a deferred provider, one step
 * creates the prediction, and a step after each wait polls it; no request stays open between polls.
 * A webhook may shorten a wait; the next poll finds a result that was reported before the wait.
 */
function mediaSteps(name: string): JobFunction["run"] {
  return async (step, jobId) => {
    const attempt = (id: string, mayWait: boolean) =>
      step.run<Progress | "waits" | "checks">(id, async () => {
        if (mayWait && (await isAwaitingPortraits(jobId))) return "waits";
        // A step that is repeated after the result was recorded finds it, so both halves are one
        // step.
        const progress = await makeMedia(jobId);
        if (progress !== true) return progress;
        await publishMedia(jobId);
        return (await wantsCheck(jobId)) ? "checks" : true;
      });
    let timeouts = 0;
    let progress = await attempt(name, true);
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
    // The picture is shown by now: the author does not wait for the check.
    if (progress === "checks") await step.run("check", (failures) => checkPicture(jobId, failures));
  };
}
