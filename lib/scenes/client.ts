import { ApiError } from "@/lib/platform/http/api-error";
import { dataOf } from "@/lib/platform/http/envelope";
import { api } from "@/lib/platform/http/fetch";
import { type Panel, panelDto, type UpdatePanelInput } from "./schema";

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
