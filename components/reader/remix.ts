import { toast } from "@/components/ui/toast";
import { apiLater, isUnauthorized } from "@/lib/platform/http/later";

export interface RemixSource {
  storyId: string;
  /** Number of a scene: then that scene alone is copied. */
  scene?: number | undefined;
}

export const remixPath = ({ storyId, scene }: RemixSource) =>
  scene ? `/stories/${storyId}/remix-scene/${scene}` : `/stories/${storyId}/remix`;

/**
 * Copies a story or a scene into a draft of one's own. A failure is told, and reported.
 * @returns the copy's id, or why there is none
 */
export async function remix(source: RemixSource): Promise<string | "failed" | "signed-out"> {
  try {
    const reply = (await apiLater(remixPath(source), { method: "POST" })) as {
      data: { _id: string };
    };
    return reply.data._id;
  } catch (error) {
    if (isUnauthorized(error)) return "signed-out";
    const message = error instanceof Error ? error.message : "An unexpected error occurred";
    toast.error(message);
    void apiLater("/events", {
      method: "POST",
      body: {
        name: "remix_failed",
        storyId: source.storyId,
        remixType: source.scene ? "scene" : "story",
        ...(source.scene ? { sceneNumber: source.scene } : {}),
        message: message.slice(0, 300),
      },
    }).catch(() => undefined);
    return "failed";
  }
}
