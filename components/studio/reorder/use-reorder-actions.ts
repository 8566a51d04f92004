"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { dropJobOf } from "@/components/jobs/followed-jobs";
import { ApiError } from "@/lib/platform/http/api-error";
import {
  addPanel,
  deleteScene,
  duplicateScene,
  removePanel,
  reorderPanels,
} from "@/lib/scenes/client";
import { sceneName } from "@/lib/scenes/scene-name";
import type { AddPanelInput, Panel, Scene } from "@/lib/scenes/schema";
import { reorderScenes, storyKeys } from "@/lib/stories/client";
import { removeCachedLists } from "@/lib/stories/feed/client";
import { lastPictureNote } from "@/lib/stories/pictures";
import { addCachedScene, updateCachedScene, updateCachedStory } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import type { RemovedPanel, ReorderChange } from "./undo-toast";

const moveItem = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
};

/** Another tab has deleted or removed the scene or panel. */
export class NotFoundError extends ApiError {
  override readonly name = "Gone";
}

export const sortScenes = (scenes: Scene[]): Scene[] =>
  scenes.toSorted((a, b) => a.sceneNumber - b.sceneNumber);

/**
 * Actions that reorder scenes and panels. Each works on the latest cached story, undo as well, so
 * that changes in between stay. Positions count from 0.
 */
export function useReorderActions(storyId: string) {
  const queryClient = useQueryClient();
  return useMemo(() => {
    function getStory(): Story {
      const story = queryClient.getQueryData<Story>(storyKeys.detail(storyId));
      if (!story)
        throw new ApiError("This story is not loaded yet. Please try again.", 0, "unknown");
      return story;
    }
    function sceneOf(sceneId: string): Scene {
      const scene = getStory().scenes.find(({ _id }) => _id === sceneId);
      if (!scene) throw new NotFoundError("This scene is no longer there.", 404, "not_found");
      return scene;
    }
    /** Refetches the story after a refused write: another tab may have changed it. */
    async function refreshOnError<T>(write: Promise<T>): Promise<T> {
      try {
        return await write;
      } catch (error) {
        await refresh();
        throw error;
      }
    }
    const refresh = () =>
      queryClient.invalidateQueries({ queryKey: storyKeys.detail(storyId), exact: true });
    async function putPanels(write: Promise<Scene>): Promise<Scene> {
      const scene = await refreshOnError(write);
      // Takes are cached by panel number.
      queryClient.removeQueries({ queryKey: ["scenes", scene._id] });
      await updateCachedScene(queryClient, scene);
      return scene;
    }

    async function placeScene(sceneId: string, to: number): Promise<ReorderChange> {
      const story = getStory();
      const ids = sortScenes(story.scenes).map(({ _id }) => _id);
      const from = ids.indexOf(sceneId);
      if (from < 0) throw new NotFoundError("This scene is no longer there.", 404, "not_found");
      const sceneIds = moveItem(ids, from, to);
      // Optimistic: a dropped element stays there while the request is pending.
      await updateCachedStory(queryClient, storyId, (shown) => ({
        ...shown,
        scenes: shown.scenes.map((one) => ({
          ...one,
          sceneNumber: sceneIds.indexOf(one._id) + 1 || one.sceneNumber,
        })),
      }));
      const body = { sceneIds, version: story.version };
      const saved = await refreshOnError(reorderScenes(storyId, body));
      await updateCachedStory(queryClient, storyId, () => saved);
      return {
        message: `Scene ${from + 1} is now scene ${to + 1} of ${ids.length}`,
        focus: sceneId,
        undo: () => placeScene(sceneId, from),
        focusAfterUndo: sceneId,
      };
    }

    async function copyScene(scene: Scene): Promise<ReorderChange> {
      const copy = await duplicateScene(scene._id);
      await addCachedScene(queryClient, copy);
      return {
        message: `Scene ${scene.sceneNumber} was duplicated: the copy is scene ${copy.sceneNumber}`,
        focus: copy._id,
        undo: () => dropScene(copy._id),
        focusAfterUndo: scene._id,
      };
    }

    async function dropScene(sceneId: string): Promise<void> {
      // A scene in progress is no longer followed.
      dropJobOf(storyId, "scene", sceneId);
      await deleteScene(sceneId);
      await refresh();
    }

    async function placePanel(
      sceneId: string,
      panelId: string,
      to: number,
    ): Promise<ReorderChange> {
      const scene = sceneOf(sceneId);
      const ids = scene.panels.map(({ _id }) => _id);
      const from = ids.indexOf(panelId);
      if (from < 0) throw new NotFoundError("This panel is no longer there.", 404, "not_found");
      const panels = moveItem(scene.panels, from, to).map((panel, index) => ({
        ...panel,
        panelNumber: index + 1,
      }));
      await updateCachedScene(queryClient, { ...scene, panels });
      const order = { panelIds: panels.map(({ _id }) => _id), version: scene.version };
      await putPanels(reorderPanels(sceneId, order));
      return {
        message: `Panel ${from + 1} is now panel ${to + 1} of ${ids.length}`,
        place: sceneName(scene),
        focus: panelId,
        undo: () => placePanel(sceneId, panelId, from),
        focusAfterUndo: panelId,
      };
    }

    async function newPanel(
      sceneId: string,
      input: Pick<AddPanelInput, "position" | "copyOf">,
    ): Promise<ReorderChange> {
      const before = new Set(sceneOf(sceneId).panels.map(({ _id }) => _id));
      const scene = await putPanels(addPanel(sceneId, input));
      const added = scene.panels.find(({ _id }) => !before.has(_id));
      const number = added?.panelNumber ?? scene.panels.length;
      return {
        message: input.copyOf ? `The copy is panel ${number}` : `Panel ${number} is new and empty`,
        place: sceneName(scene),
        focus: added?._id ?? sceneId,
        undo: async () => {
          const current = sceneOf(sceneId).panels.find(({ _id }) => _id === added?._id);
          if (current) await putPanels(removePanel(sceneId, current));
        },
        focusAfterUndo: input.copyOf ?? sceneId,
      };
    }

    /** A warning before the removal of the last picture of a published story; else null. */
    const getRemovalNote = (panelId: string) =>
      lastPictureNote(getStory(), ({ panel }) => panel._id === panelId);

    const isDraft = () => getStory().status !== "published";

    const restorePanel = ({ sceneId, panelId, panelNumber }: RemovedPanel) =>
      putPanels(addPanel(sceneId, { restore: panelId, position: panelNumber }));

    async function removePanelFromScene(sceneId: string, panel: Panel): Promise<ReorderChange> {
      const hasUnpublished = getRemovalNote(panel._id) !== null;
      const scene = await putPanels(removePanel(sceneId, panel));
      if (hasUnpublished) {
        removeCachedLists(queryClient);
        await refresh();
      }
      // The panel that has its place now, else the last one.
      const beside = scene.panels[panel.panelNumber - 1] ?? scene.panels.at(-1);
      const { _id: panelId, panelNumber } = panel;
      const removedPanel = { sceneId, panelId, panelNumber, hasUnpublished };
      return {
        message: hasUnpublished
          ? `Panel ${panel.panelNumber} was removed, and your story is a draft now`
          : `Panel ${panel.panelNumber} was removed`,
        place: sceneName(scene),
        focus: beside?._id ?? sceneId,
        undo: () => restorePanel(removedPanel),
        focusAfterUndo: panel._id,
        removedPanel,
      };
    }

    return {
      placeScene,
      copyScene,
      dropScene,
      placePanel,
      newPanel,
      getRemovalNote,
      isDraft,
      removePanelFromScene,
      restorePanel,
    };
  }, [queryClient, storyId]);
}
