import { ApiError } from "@/lib/platform/http/api-error";
import { dataOf } from "@/lib/platform/http/envelope";
import { api } from "@/lib/platform/http/fetch";
import {
  type Panel,
  panelDto,
  type Scene,
  sceneDto,
  type UpdatePanelInput,
  type UpdateSceneInput,
} from "./schema";

/** @throws ApiError */
export async function updateScene(sceneId: string, changes: UpdateSceneInput): Promise<Scene> {
  const answer = await api(`/scenes/${sceneId}`, {
    method: "PUT",
    body: changes,
    response: dataOf(sceneDto),
  });
  return answer.data;
}

/** Deletes a scene; those behind it move up by one number. @throws ApiError */
export async function deleteScene(sceneId: string): Promise<void> {
  await api(`/scenes/${sceneId}`, { method: "DELETE" });
}

/** @throws ApiError; `stale_version` carries the current panel, see `currentPanel` */
export async function updatePanel(
  sceneId: string,
  panelNumber: number,
  changes: UpdatePanelInput,
): Promise<Panel> {
  const answer = await api(`/scenes/${sceneId}/panels/${panelNumber}`, {
    method: "PUT",
    body: changes,
    response: dataOf(panelDto),
  });
  return answer.data;
}

/** The panel as it is now, from the refusal of a save that was based on an older one. */
export function currentPanel(error: unknown): Panel | null {
  if (!(error instanceof ApiError) || error.code !== "stale_version") return null;
  return panelDto.safeParse(error.body.data).data ?? null;
}

/** The scene as it is now, from the refusal of a save that was based on an older one. */
export function currentScene(error: unknown): Scene | null {
  if (!(error instanceof ApiError) || error.code !== "stale_version") return null;
  return sceneDto.safeParse(error.body.data).data ?? null;
}
