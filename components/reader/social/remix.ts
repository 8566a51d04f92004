import { api, apiData } from "@/lib/platform/http/fetch";

export interface RemixSource {
  storyId: string;
  /**
   * Copies only this scene. It is identified by its id, because scenes may have been reordered since
   * the page was opened.
   */
  scene?: { id: string; number: number } | undefined;
}

/** Copies a story or a scene into a new draft. @returns its id @throws ApiError */
export async function remix({ storyId, scene }: RemixSource): Promise<string> {
  const path = scene ? `/stories/${storyId}/remix-scene/${scene.id}` : `/stories/${storyId}/remix`;
  const response = async () => (await import("@/lib/stories/schema")).storyDto;
  return (await apiData(path, { method: "POST", response }))._id;
}

/** Reports a failed remix to the server. */
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
