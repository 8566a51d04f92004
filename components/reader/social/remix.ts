import { api, apiData } from "@/lib/platform/http/fetch";

export interface RemixSource {
  storyId: string;
  /**
   * Then this scene alone is copied. By its id: its number may be another's by now, where the page
   * was opened before its author moved scenes.
   */
  scene?: { id: string; number: number } | undefined;
}

/** Copies a story or a scene into a draft of one's own. @returns its id @throws ApiError */
export async function remix({ storyId, scene }: RemixSource): Promise<string> {
  const path = scene ? `/stories/${storyId}/remix-scene/${scene.id}` : `/stories/${storyId}/remix`;
  const response = async () => (await import("@/lib/stories/schema")).storyDto;
  return (await apiData(path, { method: "POST", response }))._id;
}

/** Tells the server of a remix that failed. */
export function reportRemixFailure({ storyId, scene }: RemixSource, message: string): void {
  api("/events", {
    method: "POST",
    body: {
      name: "remix_failed",
      storyId,
      remixType: scene ? "scene" : "story",
      ...(scene ? { sceneNumber: scene.number } : {}),
      message: message.slice(0, 300),
    },
    response: null,
  }).catch(() => undefined);
}
