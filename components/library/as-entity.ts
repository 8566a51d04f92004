import type { LibraryEntry } from "@/lib/library/schema";
import type { Entity } from "@/lib/world/schema";

/** An entry for the cards and pictures of the world: in no scene, and never being drawn. */
export const asEntity = (entry: LibraryEntry): Entity => ({
  ...entry,
  ...{
    storyId: "",
    lora: null,
    firstAppearance: 0,
    sceneCount: 0,
    createdAt: new Date(0).toISOString(),
  },
});
