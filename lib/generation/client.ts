import { queryOptions } from "@tanstack/react-query";
import { type TakeCheck, takeCheck } from "@/lib/media/schema";
import { ApiError } from "@/lib/platform/http/api-error";
import { apiData } from "@/lib/platform/http/fetch";
import { z } from "@/lib/platform/zod";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { maxScenePromptLength, type Scene } from "@/lib/scenes/schema";
import type { EntityKind } from "@/lib/world/schema";
import { failureMessages } from "./jobs/failure-texts";
import {
  type CheckPictureInput,
  type GenerateImageInput,
  type GenerateReferencesInput,
  type GenerateSceneInput,
  type GenerateSceneReply,
  type GenerateVideoInput,
  generateSceneReply,
  jobReply,
  jobsReply,
  type PanelImageInput,
  pictureSize,
  type StalePanel,
  stalePanelDto,
} from "./schema";

/** Milliseconds. These calls take longer than others. */
const timeouts = { scene: 120_000, video: 360_000, check: 90_000 } as const;

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

export interface RegenerateSceneOptions {
  /** By default the scene's own. */
  prompt?: string;
  /** By default the number that the scene has. */
  maxPanels?: number;
  /** Keeps bubbles that were edited by hand. */
  keepBubbles?: true;
}

/**
 * Regenerates a scene; its earlier pictures stay as takes.
 * @throws ApiError as `generateScene`
 */
export const regenerateScene = (
  scene: Scene,
  options: RegenerateSceneOptions,
): Promise<GenerateSceneReply> =>
  generateScene(
    {
      storyId: scene.storyId,
      prompt: scene.prompt || scene.description.slice(0, maxScenePromptLength).toWellFormed(),
      generateImages: true,
      maxPanels: Math.max(1, scene.panels.length),
      regenerateExisting: true,
      existingSceneId: scene._id,
      ...options,
    },
    `${scene._id}-${Date.now()}`,
  );

/**
 * Requests a new picture for one panel.
 * @param more.repair edits the shown picture where its check found something missing
 * @param more.choose false keeps the picture only as a take; otherwise the panel shows it
 * @returns the job's id @throws ApiError
 */
export const regeneratePanel = (
  sceneId: string,
  panelNumber: number,
  more: Omit<PanelImageInput, "sceneId" | "panelNumber"> = {},
): Promise<string> => startJob("/ai/regenerate-panel", { sceneId, panelNumber, ...more });

/** Checks a picture again whose check has failed. @throws ApiError */
export const checkPicture = (body: CheckPictureInput): Promise<TakeCheck> =>
  apiData("/ai/check-picture", {
    method: "POST",
    body,
    response: takeCheck,
    timeout: timeouts.check,
  });

/** The panels that are out of date; refetched with the story. */
export const stalePanelsOptions = (storyId: string, initialData?: StalePanel[]) =>
  queryOptions({
    queryKey: ["stories", storyId, "stale-panels"] as const,
    queryFn: ({ signal }) =>
      apiData(`/stories/${storyId}/stale-panels`, { signal, response: z.array(stalePanelDto) }),
    meta: { changesWithStory: storyId },
    staleTime: 60_000,
    ...(initialData ? { initialData } : {}),
  });

interface RefineImageInput
  extends Omit<GenerateImageInput, "initialImageUrl" | "isRefineMode" | "width" | "height"> {
  initialImageUrl: string;
  aspectRatio: AspectRatio;
}

/** Requests an edit of a picture. @returns the job's id @throws ApiError */
export const refineImage = ({ aspectRatio, ...input }: RefineImageInput): Promise<string> =>
  startJob("/ai/generate-image", { ...input, ...pictureSize[aspectRatio], isRefineMode: true });

/**
 * Requests a video of a picture; the panel keeps it as a take. @returns the job's id @throws
 * ApiError
 */
export const generateVideo = (input: GenerateVideoInput): Promise<string> =>
  startJob("/ai/generate-video", input, timeouts.video);

/** Requests a portrait of a character or location. @returns the job's id @throws ApiError */
export const generatePortrait = (
  kind: EntityKind,
  entityId: string,
  prompt?: string,
): Promise<string> => startJob(`/ai/generate-${kind}-image`, { [`${kind}Id`]: entityId, prompt });

/** Requests missing pictures of a sheet. @returns the jobs' ids @throws ApiError */
export const generateReferences = async (body: GenerateReferencesInput): Promise<string[]> => {
  const call = { method: "POST", body, response: jobsReply } as const;
  return (await apiData("/ai/generate-references", call)).jobIds;
};

/** Also accepts an answer without a job, which gets an error of its own. */
const jobStarted = z.object({ jobId: jobReply.shape.jobId.or(z.literal("")).nullish() });

async function startJob(path: string, body: object, timeout?: number): Promise<string> {
  const call = { method: "POST", body, timeout, response: jobStarted } as const;
  const { jobId } = await apiData(path, call);
  if (!jobId) throw new ApiError(failureMessages.noJob, 200, "invalid_answer");
  return jobId;
}
