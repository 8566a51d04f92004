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
  openJobDto,
  pictureSize,
  sceneProgressDto,
  type VideoJob,
  videoJobDto,
} from "./schema";

export const generationKeys = {
  openJobs: (storyId: string) => ["generation", "open-jobs", storyId] as const,
  scene: (sceneId: string) => ["generation", "scene", sceneId] as const,
};

/** Milliseconds. The calls that start a scene or a video take longer than others. */
const timeouts = { scene: 120_000, video: 360_000 } as const;

/** Milliseconds. Fallback polling where live events do not arrive. */
const pollIntervalMs = 3_000;

/**
 * Starts a scene.
 * @param key idempotency key; a new one for each click
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
    timeout: timeouts.scene,
    response: generateSceneReply,
  });

/** The progress of a scene, polled every three seconds until it has ended. */
export const sceneProgressOptions = (sceneId: string) =>
  queryOptions({
    queryKey: generationKeys.scene(sceneId),
    queryFn: ({ signal }) =>
      apiData(`/ai/scene-status/${sceneId}`, { signal, response: sceneProgressDto }),
    refetchInterval: ({ state }) =>
      state.status !== "error" && (state.data?.isGenerating ?? true) && pollIntervalMs,
    staleTime: 0,
  });

/** The takes and portraits of a story that are being made, on any device. */
export const openJobsOptions = (storyId: string) =>
  queryOptions({
    queryKey: generationKeys.openJobs(storyId),
    queryFn: ({ signal }) =>
      apiData(`/stories/${storyId}/jobs`, { signal, response: z.array(openJobDto) }),
    staleTime: 0,
  });

interface Watcher<Job> {
  onUpdate?: (job: Job) => void;
  /** Called once, when the job has ended or polling has given up. */
  onEnd: (end: JobEnd<Job>) => void;
}

/**
 * Follows a picture's job until it ends: polls the job at intervals, and immediately when the story
 * reports a change.
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
 * Regenerates a scene from its own prompt with the same number of panels; its earlier pictures stay
 * as takes.
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
 * Requests a new picture for one panel.
 * @param more.choose false keeps the picture only as a take; otherwise the panel shows it
 * @returns the job's id @throws ApiError
 */
export const regeneratePanel = (
  sceneId: string,
  panelNumber: number,
  more: { prompt?: string | undefined; choose?: false; candidate?: number } = {},
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
  /** Number of the picture within one request. */
  candidate?: number;
  /** The scene and panel that keep the result as a take; if absent, the caller keeps the result. */
  sceneId?: string;
  panelNumber?: number;
}

/** Requests a changed picture, as the prompt says. @returns the job's id @throws ApiError */
export const refineImage = ({ aspectRatio, ...input }: RefineImageInput): Promise<string> =>
  startJob("/ai/generate-image", { ...input, ...pictureSize[aspectRatio], isRefineMode: true });

/**
 * Requests a video of a picture; the panel keeps it as a take. @returns the job's id @throws
 * ApiError
 */
export const generateVideo = (input: PanelMedia & { imageUrl: string }): Promise<string> =>
  startJob("/ai/generate-video", input, timeouts.video);

/** Requests a portrait of a character. @returns the job's id @throws ApiError */
export const generateCharacterImage = (characterId: string, prompt?: string): Promise<string> =>
  startJob("/ai/generate-character-image", { characterId, prompt });

/** Requests a picture of a location. @returns the job's id @throws ApiError */
export const generateLocationImage = (locationId: string, prompt?: string): Promise<string> =>
  startJob("/ai/generate-location-image", { locationId, prompt });

/** Accepts an answer without a job: it gets another error than an invalid answer. */
const jobStarted = z.object({ jobId: jobReply.shape.jobId.or(z.literal("")).nullish() });

async function startJob(path: string, body: object, timeout?: number): Promise<string> {
  const call = { method: "POST", body, timeout, response: jobStarted } as const;
  const { jobId } = await apiData(path, call);
  if (!jobId) throw new ApiError(failureMessages.noJob, 200, "invalid_answer");
  return jobId;
}
