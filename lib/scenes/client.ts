import { queryOptions } from "@tanstack/react-query";
import { messageDto } from "@/lib/accounts/schema";
import { type MediaItem, mediaItem } from "@/lib/media/schema";
import { api, apiData } from "@/lib/platform/http/fetch";
import { z } from "@/lib/platform/zod";
import {
  type AddPanelInput,
  type Panel,
  type PanelOrder,
  panelDto,
  panelOutfits,
  type Scene,
  sceneDto,
  type UpdatePanelInput,
  type UpdateSceneInput,
} from "./schema";

const panelPath = (sceneId: string, panelNumber: number) =>
  `/scenes/${sceneId}/panels/${panelNumber}`;

/** @throws ApiError */
export const updateScene = (sceneId: string, changes: UpdateSceneInput): Promise<Scene> =>
  apiData(`/scenes/${sceneId}`, { method: "PUT", body: changes, response: sceneDto });

/** Deletes a scene; later scenes move up by one number. @throws ApiError */
export async function deleteScene(sceneId: string): Promise<void> {
  await api(`/scenes/${sceneId}`, { method: "DELETE", response: messageDto });
}

/** Copies a scene; the copy follows the original. @throws ApiError */
export const duplicateScene = (sceneId: string): Promise<Scene> =>
  apiData(`/scenes/${sceneId}/duplicate`, { method: "POST", response: sceneDto });

/** @throws ApiError; `stale_version` carries the current scene, see `saveLatest` */
export const reorderPanels = (sceneId: string, order: PanelOrder): Promise<Scene> =>
  apiData(`/scenes/${sceneId}/panels/order`, { method: "PUT", body: order, response: sceneDto });

/** @throws ApiError */
export const addPanel = (sceneId: string, panel: AddPanelInput): Promise<Scene> =>
  apiData(`/scenes/${sceneId}/panels`, { method: "POST", body: panel, response: sceneDto });

/** Removes a panel from its scene; `addPanel` restores it. @throws ApiError */
export const removePanel = (
  sceneId: string,
  { panelNumber, version }: Pick<Panel, "panelNumber" | "version">,
): Promise<Scene> =>
  apiData(`${panelPath(sceneId, panelNumber)}?version=${version}`, {
    method: "DELETE",
    response: sceneDto,
  });

export const takesKey = (sceneId: string, panelNumber: number) =>
  ["scenes", sceneId, "panels", panelNumber, "takes"] as const;

/** All takes of a panel, newest first. */
export const takesOptions = (sceneId: string, panelNumber: number) =>
  queryOptions({
    queryKey: takesKey(sceneId, panelNumber),
    queryFn: async ({ signal }) => {
      const path = `${panelPath(sceneId, panelNumber)}/takes`;
      return apiData(path, { signal, response: z.array(mediaItem) });
    },
    // Other tabs and finished jobs add takes: the list is refetched whenever it is shown.
    staleTime: 0,
  });

/** Stores an uploaded picture as a take. @returns all takes of the panel @throws ApiError */
export const addTake = (
  sceneId: string,
  panelNumber: number,
  imageUrl: string,
): Promise<MediaItem[]> =>
  apiData(`${panelPath(sceneId, panelNumber)}/takes`, {
    method: "POST",
    body: { imageUrl },
    response: z.array(mediaItem),
  });

/** Deletes a take for good. @throws ApiError, `in_use` for a take that the panel shows */
export async function deleteTake(
  sceneId: string,
  panelNumber: number,
  takeId: string,
): Promise<void> {
  const path = `${panelPath(sceneId, panelNumber)}/takes/${takeId}`;
  await api(path, { method: "DELETE", response: messageDto });
}

/** Who is in the frame of a panel, and in which clothes. */
export const panelOutfitsOptions = (sceneId: string, panelNumber: number) =>
  queryOptions({
    queryKey: ["scenes", sceneId, "panels", panelNumber, "outfits"],
    queryFn: ({ signal }) =>
      apiData(`${panelPath(sceneId, panelNumber)}/outfits`, {
        signal,
        response: panelOutfits,
      }),
    // An earlier panel may change them.
    staleTime: 0,
  });

/** @throws ApiError; `stale_version` carries the current panel, see `saveLatest` */
export const updatePanel = (
  sceneId: string,
  panelNumber: number,
  changes: UpdatePanelInput,
): Promise<Panel> => {
  const call = { method: "PUT", body: changes, response: panelDto } as const;
  return apiData(panelPath(sceneId, panelNumber), call);
};
