import {
  panelReady,
  pictureRequested,
  portraitRequested,
  sceneRequested,
  videoRequested,
} from "@/lib/generation/jobs/events";
import { failJob, stepOf } from "@/lib/generation/jobs/fail-job-service";
import { animatePicture as animate } from "@/lib/generation/picture/make-video-service";
import { paintPanel as paint, showPanel } from "@/lib/generation/picture/paint-panel-service";
import {
  paintPortrait as portray,
  showPortrait,
} from "@/lib/generation/picture/paint-portrait-service";
import { keepTake, paintPicture as paintTake } from "@/lib/generation/picture/paint-take-service";
import { writeScene as write } from "@/lib/generation/scene/write-scene-service";
import { env } from "@/lib/platform/env";
import { inngest } from "@/lib/platform/jobs/client";
import { jobAbandoned } from "@/lib/platform/jobs/events";
import { sceneAbandoned } from "@/lib/scenes/events";
import { made, madeWithPortraits, type Step } from "../steps";

interface JobFunction {
  id: string;
  event:
    | typeof sceneRequested
    | typeof panelReady
    | typeof portraitRequested
    | typeof pictureRequested
    | typeof videoRequested;
  /** Runs of one author at the same time. */
  atOnce: number;
  throttle: ReturnType<typeof share>;
  /** Its work ends as well when its scene is deleted or made anew. */
  isOfScene?: boolean;
  run: (step: Step, jobId: string) => Promise<unknown>;
}

/** The function that does the jobs of one kind. */
const jobFunction = ({ id, event, atOnce, throttle, isOfScene = false, run }: JobFunction) =>
  inngest.createFunction(
    {
      id,
      triggers: [{ event }],
      // What may be paid for is counted on the job; these are for processes that die.
      retries: 8,
      concurrency: [{ key: "event.data.ownerId", limit: atOnce }],
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
    async ({ event: begun, step }) => void (await run(step, begun.data.jobId)),
  );

/**
 * How many runs may start in a minute, so that all authors together stay below what a provider
 * allows one key. Each function is counted for itself, so the painter's rate is divided; what a
 * provider still refuses is tried again when it says.
 */
const share = (calls: number, part: number) =>
  ({ limit: Math.max(1, Math.floor(calls * part)), period: "1m" }) as const;
const { WRITER_CALLS_PER_MINUTE: writer, PAINTER_CALLS_PER_MINUTE: painter } = env();

/** Writes a scene; its panels go their own way as soon as each of them is written. */
export const writeScene = jobFunction({
  id: "write-scene",
  event: sceneRequested,
  atOnce: 3,
  throttle: share(writer, 1),
  isOfScene: true,
  run: (step, jobId) => step.run("write", () => stepOf(jobId, () => write(jobId))),
});

/** Paints one panel; the last one of its scene closes it. */
export const paintPanel = jobFunction({
  id: "paint-panel",
  event: panelReady,
  atOnce: 6,
  throttle: share(painter, 0.5),
  isOfScene: true,
  run: (step, jobId) => madeWithPortraits(step, jobId, { make: paint, show: showPanel }),
});

/** Paints the portrait of a character or the picture of a place. */
export const paintPortrait = jobFunction({
  id: "paint-portrait",
  event: portraitRequested,
  atOnce: 4,
  throttle: share(painter, 0.2),
  run: (step, jobId) => made(step, "paint", jobId, { make: portray, show: showPortrait }),
});

/** Paints or changes a picture that is kept as a take and shown when its author chooses it. */
export const paintPicture = jobFunction({
  id: "paint-picture",
  event: pictureRequested,
  atOnce: 4,
  throttle: share(painter, 0.2),
  run: (step, jobId) => madeWithPortraits(step, jobId, { make: paintTake, show: keepTake }),
});

/** Brings a picture to life; the video is kept as a take and shown when its author chooses it. */
export const animatePicture = jobFunction({
  id: "animate-picture",
  event: videoRequested,
  atOnce: 2,
  throttle: share(painter, 0.1),
  run: (step, jobId) => made(step, "animate", jobId, { make: animate, show: keepTake }),
});
