import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "@/lib/platform/http/envelope";
import { api, timeouts } from "@/lib/platform/http/fetch";
import type { Scene } from "@/lib/scenes/schema";
import {
  type GenerateSceneInput,
  type GenerateSceneReply,
  generateSceneReply,
  imageJobDto,
  jobReply,
  sceneProgressDto,
} from "./schema";

export const generationKeys = {
  scene: (sceneId: string) => ["generation", "scene", sceneId] as const,
  job: (jobId: string) => ["generation", "job", jobId] as const,
};

/** Milliseconds; what is left of polling where live events do not arrive. */
const pollEvery = 3_000;
const firstPollAfter = 1_000;
const slowestPoll = 30_000;
const failuresBeforeStop = 5;

/**
 * Starts a scene.
 * @param key makes a repeated request harmless; a new one for each press of the button
 * @throws ApiError; refusals carry `errorType`, `timeRemaining`, `maxPerHour`, `resetTime`
 */
export async function generateScene(
  input: GenerateSceneInput,
  key?: string,
): Promise<GenerateSceneReply> {
  const answer = await api("/ai/generate-scene", {
    method: "POST",
    body: input,
    headers: key === undefined ? {} : { "idempotency-key": key },
    timeout: timeouts.scene,
    response: dataOf(generateSceneReply),
  });
  return answer.data;
}

/** How far a scene is; asked again every three seconds until it has ended. */
export const sceneProgressOptions = (sceneId: string) =>
  queryOptions({
    queryKey: generationKeys.scene(sceneId),
    queryFn: async ({ signal }) =>
      (await api(`/ai/scene-status/${sceneId}`, { signal, response: dataOf(sceneProgressDto) }))
        .data,
    refetchInterval: ({ state }) =>
      state.status !== "error" && (state.data?.isGenerating ?? true) && pollEvery,
    staleTime: 0,
  });

/** How far a picture is: asked first after a second, then every three until it has ended. */
export const imageJobOptions = (jobId: string) =>
  queryOptions({
    queryKey: generationKeys.job(jobId),
    queryFn: async ({ signal }) =>
      (await api(`/ai/image-status/${jobId}`, { signal, response: dataOf(imageJobDto) })).data,
    refetchInterval: ({ state }) => {
      const hasEnded = state.data?.status === "completed" || state.data?.status === "failed";
      if (hasEnded || state.status === "error") return false;
      return state.dataUpdateCount <= 1 ? firstPollAfter : pollEvery;
    },
    retry: failuresBeforeStop - 1,
    retryDelay: (failures) => Math.min(pollEvery * 2 ** failures, slowestPoll),
    staleTime: 0,
  });

/**
 * Makes a scene anew from its own prompt, in as many panels; every picture it had is kept.
 * @throws ApiError as `generateScene`
 */
export const regenerateScene = (scene: Scene): Promise<GenerateSceneReply> =>
  generateScene({
    storyId: scene.storyId,
    prompt: scene.prompt || scene.description.slice(0, 1000),
    maxPanels: Math.max(1, scene.panels.length),
    regenerateExisting: true,
    existingSceneId: scene._id,
  });

/** Has one panel painted again. @returns the job's id @throws ApiError */
export const regeneratePanel = (
  sceneId: string,
  panelNumber: number,
  prompt?: string,
): Promise<string> => startJob("/ai/regenerate-panel", { sceneId, panelNumber, prompt });

/** Has the portrait of a character painted. @returns the job's id @throws ApiError */
export const generateCharacterImage = (characterId: string, prompt?: string): Promise<string> =>
  startJob("/ai/generate-character-image", { characterId, prompt });

/** Has the picture of a place painted. @returns the job's id @throws ApiError */
export const generateLocationImage = (locationId: string, prompt?: string): Promise<string> =>
  startJob("/ai/generate-location-image", { locationId, prompt });

async function startJob(path: string, body: object): Promise<string> {
  const answer = await api(path, { method: "POST", body, response: dataOf(jobReply.partial()) });
  if (!answer.data.jobId) throw new Error("No job ID in response");
  return answer.data.jobId;
}

export { subscribeToStory } from "./live-client";
