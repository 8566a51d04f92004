import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import type { Scene } from "@/lib/scenes/schema";
import { listEntities } from "@/lib/world/queries";

/** The entities that a scene has added to its story so far. */
export async function newEntities(
  viewer: Viewer,
  scene: Pick<Scene, "storyId" | "sceneNumber">,
  since: Date | undefined,
) {
  if (!since) return { newCharacters: [], newLocations: [] };
  const [newCharacters, newLocations] = await Promise.all(
    (["character", "location"] as const).map(async (kind) =>
      (await listEntities(viewer, kind, scene.storyId)).filter(
        (entity) =>
          entity.firstAppearance === scene.sceneNumber && new Date(entity.createdAt) >= since,
      ),
    ),
  );
  return { newCharacters: newCharacters ?? [], newLocations: newLocations ?? [] };
}
