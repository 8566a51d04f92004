import { queryOptions } from "@tanstack/react-query";
import { messageDto } from "@/lib/accounts/schema";
import { api, apiData } from "@/lib/platform/http/fetch";
import type { SceneOrder } from "@/lib/scenes/schema";
import { randomImagesDto, type Story, storyDto, type UpdateStoryInput } from "./schema";

export const storyKeys = {
  randomImages: (limit: number) => ["stories", "random-images", limit] as const,
  detail: (storyId: string) => ["stories", storyId] as const,
};

/** Stories that this page is deleting, or has deleted. */
const deletedIds = new Set<string>();

const untilAborted = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

/** Whether this page has deleted the story, or is deleting it. */
export const isStoryDeleted = (storyId: string): boolean => deletedIds.has(storyId);

/** @throws ApiError */
async function fetchStory(storyId: string, signal?: AbortSignal): Promise<Story> {
  // The author is being redirected to the home page, so a 404 needs no message.
  if (isStoryDeleted(storyId)) return untilAborted(signal);
  return apiData(`/stories/${storyId}`, { signal, response: storyDto });
}

/** The story with scenes, characters, locations and the viewer's like. */
export const storyOptions = (storyId: string, initialData?: Story) =>
  queryOptions({
    queryKey: storyKeys.detail(storyId),
    queryFn: ({ signal }) => fetchStory(storyId, signal),
    meta: { changesWithStory: storyId },
    ...(initialData ? { initialData } : {}),
  });

/** Pictures of published stories, shown while a generation runs. */
export const randomImagesOptions = (limit: number) =>
  queryOptions({
    queryKey: storyKeys.randomImages(limit),
    queryFn: async ({ signal }) =>
      (await api("/stories/random-images", { query: { limit }, signal, response: randomImagesDto }))
        .images,
    staleTime: 300_000,
  });

/** @throws ApiError, `not_publishable` for a story without a picture, `stale_version` */
export const updateStory = (storyId: string, changes: UpdateStoryInput): Promise<Story> =>
  apiData(`/stories/${storyId}`, { method: "PUT", body: changes, response: storyDto });

/** @throws ApiError; `stale_version` carries the current story, see `saveLatest` */
export const reorderScenes = (storyId: string, order: SceneOrder): Promise<Story> =>
  apiData(`/stories/${storyId}/scenes/order`, { method: "PUT", body: order, response: storyDto });

/** @throws ApiError */
export const setArtStyle = (storyId: string, artStyle: string): Promise<Story> =>
  apiData(`/stories/${storyId}/art-style`, {
    method: "PATCH",
    body: { artStyle },
    response: storyDto,
  });

/** @throws ApiError */
export async function deleteStory(storyId: string): Promise<void> {
  deletedIds.add(storyId);
  try {
    await api(`/stories/${storyId}`, { method: "DELETE", response: messageDto });
  } catch (error) {
    deletedIds.delete(storyId);
    throw error;
  }
}
