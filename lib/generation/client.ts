import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "@/lib/platform/http/api-error";
import { apiData } from "@/lib/platform/http/fetch";
import { z } from "@/lib/platform/zod";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { maxScenePromptLength, type Scene } from "@/lib/scenes/schema";
import { failureMessages } from "./jobs/failure-texts";
import { onStoryChange } from "./live/story-subscription";
import { imagePolling, type JobEnd, videoPolling, watchJob } from "./live/watch-job";
import {
  type GenerateSceneInput,
  type GenerateSceneReply,
  generateSceneReply,
  type ImageJob,
  imageJobDto,
  jobReply,
  pictureSize,
  sceneProgressDto,
  type VideoJob,
  videoJobDto,
} from "./schema";

export const generationKeys = {
  scene: (sceneId: string) => ["generation", "scene", sceneId] as const,
};

/** Milliseconds: a scene's call takes longer than others. */
const sceneTimeout = 120_000;

/** Milliseconds; what is left of polling where live events do not arrive. */
const pollIntervalMs = 3_000;

/**
 * Starts a scene.
 * @param key makes a repeated request harmless; a new one for each press of the button
 * @throws ApiError; refusals carry `errorType`, `timeRemaining`, `maxPerHour`, `resetTime`
 */
export const generateScene = (
  input: GenerateSceneInput,
  key?: string,
): Promise<GenerateSceneReply> =>
  apiData("/ai/generate-scene", {
    method: "POST",
    body: input,
    headers: key === undefined ? {} : { "idempotency-key": key },
    timeout: sceneTimeout,
    response: generateSceneReply,
  });

/** How far a scene is; asked again every three seconds until it has ended. */
export const sceneProgressOptions = (sceneId: string) =>
  queryOptions({
    queryKey: generationKeys.scene(sceneId),
    queryFn: ({ signal }) =>
      apiData(`/ai/scene-status/${sceneId}`, { signal, response: sceneProgressDto }),
    refetchInterval: ({ state }) =>
      state.status !== "error" && (state.data?.isGenerating ?? true) && pollIntervalMs,
    staleTime: 0,
  });

interface Watcher<Job> {
  onUpdate?: (job: Job) => void;
  /** Called once, when nothing more will come. */
  onEnd: (end: JobEnd<Job>) => void;
}

/**
 * Follows a picture's job until it has ended: polled, and asked for at once when the story says that
 * something changed.
 * @returns a function that stops it
 */
export const watchImageJob = (storyId: string, jobId: string, watcher: Watcher<ImageJob>) =>
  watchJob(imagePolling, {
    ...watcher,
    ask: (signal) => apiData(`/ai/image-status/${jobId}`, { signal, response: imageJobDto }),
    hasEnded,
    subscribe: (hint) => subscribeToHints(storyId, hint),
  });

/** Follows a video's job as `watchImageJob` does, for five minutes since its start. */
export const watchVideoJob = (
  storyId: string,
  jobId: string,
  { startedAt, ...watcher }: Watcher<VideoJob> & { startedAt: number },
) =>
  watchJob(videoPolling, {
    ...watcher,
    startedAt,
    ask: (signal) => apiData(`/ai/video-status/${jobId}`, { signal, response: videoJobDto }),
    hasEnded,
    subscribe: (hint) => subscribeToHints(storyId, hint),
  });

const hasEnded = ({ status }: Pick<ImageJob, "status">) =>
  status === "completed" || status === "failed";

const subscribeToHints = (storyId: string, hint: () => void) =>
  onStoryChange(storyId, (source) => source === "told" && hint());

/**
 * Makes a scene anew from its own prompt, in as many panels; every picture it had is kept.
 * @throws ApiError as `generateScene`
 */
export const regenerateScene = (
  scene: Scene,
  more: { keepBubbles?: true } = {},
): Promise<GenerateSceneReply> =>
  generateScene({
    storyId: scene.storyId,
    prompt: scene.prompt || scene.description.slice(0, maxScenePromptLength).toWellFormed(),
    maxPanels: Math.max(1, scene.panels.length),
    regenerateExisting: true,
    existingSceneId: scene._id,
    ...more,
  });

/**
 * Has one panel painted again.
 * @param more.choose false keeps the picture as a take alone; otherwise the panel shows it
 * @returns the job's id @throws ApiError
 */
export const regeneratePanel = (
  sceneId: string,
  panelNumber: number,
  more: { prompt?: string | undefined; choose?: false } = {},
): Promise<string> => startJob("/ai/regenerate-panel", { sceneId, panelNumber, ...more });

interface PanelMedia {
  storyId: string;
  sceneId: string;
  panelNumber: number;
  prompt: string;
}

interface RefineImageInput extends Pick<PanelMedia, "storyId" | "prompt"> {
  initialImageUrl: string;
  aspectRatio: AspectRatio;
  /** The panel that keeps the result as a take; without one, whoever asked has to keep it. */
  sceneId?: string;
  panelNumber?: number;
}

/** Has a picture changed as the prompt says. @returns the job's id @throws ApiError */
export const refineImage = ({ aspectRatio, ...input }: RefineImageInput): Promise<string> =>
  startJob("/ai/generate-image", { ...input, ...pictureSize[aspectRatio], isRefineMode: true });

/** Has a picture animated; the video is a take. @returns the job's id @throws ApiError */
export const generateVideo = (input: PanelMedia & { imageUrl: string }): Promise<string> =>
  startJob("/ai/generate-video", input);

/** Has the portrait of a character painted. @returns the job's id @throws ApiError */
export const generateCharacterImage = (characterId: string, prompt?: string): Promise<string> =>
  startJob("/ai/generate-character-image", { characterId, prompt });

/** Has the picture of a place painted. @returns the job's id @throws ApiError */
export const generateLocationImage = (locationId: string, prompt?: string): Promise<string> =>
  startJob("/ai/generate-location-image", { locationId, prompt });

/** One without its job is told apart from one that is none of ours. */
const jobStarted = z.object({ jobId: jobReply.shape.jobId.or(z.literal("")).nullish() });

async function startJob(path: string, body: object): Promise<string> {
  const { jobId } = await apiData(path, { method: "POST", body, response: jobStarted });
  if (!jobId) throw new ApiError(failureMessages.noJob, 200, "invalid_answer");
  return jobId;
}
