import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/platform/http/api-error";
import { saveLatest } from "@/lib/platform/http/save-latest";
import { updatePanel } from "@/lib/scenes/client";
import { panelName } from "@/lib/scenes/scene-name";
import { type Panel, panelDto, type Scene, type UpdatePanelInput } from "@/lib/scenes/schema";
import { storyKeys } from "./client";
import type { Story } from "./schema";

/**
 * Applies a write to the cached story of the page. A pending response is older than the write, so
 * it is cancelled and requested again.
 * @param options.refetch also refetches the rest of the story
 */
export async function updateCachedStory(
  queryClient: QueryClient,
  storyId: string,
  change: (story: Story) => Story,
  { refetch = false } = {},
): Promise<void> {
  const filters = { queryKey: storyKeys.detail(storyId), exact: true };
  const mustRefetch = refetch || queryClient.isFetching(filters) > 0;
  await queryClient.cancelQueries(filters);
  queryClient.setQueryData<Story>(filters.queryKey, (story) => story && change(story));
  if (mustRefetch) void queryClient.invalidateQueries(filters);
}

/** Responses may overlap: the older one must not undo the newer one. */
export function cacheIfNewer(queryClient: QueryClient, answer: Story): void {
  queryClient.setQueryData<Story>(storyKeys.detail(answer._id), (cached) =>
    cached && cached.version > answer.version ? cached : answer,
  );
}

/** Replaces or inserts one scene of the cached story. */
export const updateCachedScene = (queryClient: QueryClient, scene: Scene): Promise<void> =>
  updateCachedStory(queryClient, scene.storyId, (story) => ({
    ...story,
    scenes: story.scenes.map((one) => (one._id === scene._id ? scene : one)),
  }));

/**
 * Inserts a scene that has just started or restarted; cached data of the scene may be newer. If it
 * is inserted before other scenes, these move down.
 */
export const addCachedScene = (queryClient: QueryClient, scene: Scene): Promise<void> =>
  updateCachedStory(
    queryClient,
    scene.storyId,
    (story) => {
      const cached = story.scenes.find(({ _id }) => _id === scene._id);
      if (cached && cached.version >= scene.version) return story;
      const others = story.scenes.filter((one) => one !== cached);
      const isTaken = others.some(({ sceneNumber }) => sceneNumber === scene.sceneNumber);
      const moved = others.map((one) =>
        isTaken && one.sceneNumber >= scene.sceneNumber
          ? { ...one, sceneNumber: one.sceneNumber + 1 }
          : one,
      );
      return { ...story, scenes: [...moved, scene] };
    },
    { refetch: true },
  );

/** Position of a panel. */
export interface PanelRef {
  storyId: string;
  sceneId: string;
  panelNumber: number;
}

/** The position of a panel in the cached story, for messages: 'Panel 2 of scene 3'. */
export function findPanelPosition(
  queryClient: QueryClient,
  storyId: string,
  panelId: string,
): string | undefined {
  const story = queryClient.getQueryData<Story>(storyKeys.detail(storyId));
  for (const scene of story?.scenes ?? []) {
    const panel = scene.panels.find(({ _id }) => _id === panelId);
    if (panel) return panelName(panel, scene);
  }
  return undefined;
}

/** Replaces a panel of the cached story, or some of its fields. */
export const updateCachedPanel = (
  queryClient: QueryClient,
  { storyId, sceneId, panelNumber }: PanelRef,
  changes: Partial<Panel>,
): Promise<void> =>
  updateCachedStory(queryClient, storyId, (story) => ({
    ...story,
    scenes: story.scenes.map((scene) =>
      scene._id === sceneId
        ? {
            ...scene,
            panels: scene.panels.map((panel) =>
              panel.panelNumber === panelNumber ? { ...panel, ...changes } : panel,
            ),
          }
        : scene,
    ),
  }));

/**
 * Saves a panel by `saveLatest`; the cached story has the answer at once.
 * @throws ApiError, `conflict` if another panel has its number now
 */
export async function savePanel(
  queryClient: QueryClient,
  panelRef: PanelRef,
  seen: Panel,
  changesFor: (panel: Panel) => UpdatePanelInput | null,
): Promise<Panel> {
  const saved = await saveLatest(seen, {
    schema: panelDto,
    changesFor,
    send: (changes) => updatePanel(panelRef.sceneId, panelRef.panelNumber, changes),
    keep(newer) {
      if (newer._id === seen._id) return updateCachedPanel(queryClient, panelRef, newer);
      // This tab does not know of the move yet.
      void queryClient.invalidateQueries({ queryKey: storyKeys.detail(panelRef.storyId) });
      throw new ApiError(
        "This panel was moved or removed in another tab. Please look at the scene and try again.",
        409,
        "conflict",
      );
    },
  });
  await updateCachedPanel(queryClient, panelRef, saved);
  return saved;
}
