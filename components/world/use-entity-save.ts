"use client";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { currentRowOf } from "@/lib/platform/http/api-error";
import type { Story } from "@/lib/stories/schema";
import { createEntity, updateEntity } from "@/lib/world/client";
import { type Entity, type EntityFormValues, type EntityKind, entityDto } from "@/lib/world/schema";
import { upsertEntity } from "./story-entities";

export type EntitySave = ReturnType<typeof useEntitySave>;

type Save =
  // Of the pictures the last is the portrait.
  | { entity: null; values: EntityFormValues; pictures: string[] }
  | { entity: Entity; changes: Partial<EntityFormValues> };

/** Makes pictures its portrait, one after the other: it keeps them all, and shows the last. */
async function addPictures(kind: EntityKind, added: Entity, urls: string[]): Promise<Entity> {
  let entity = added;
  try {
    for (const primaryImageUrl of urls) {
      entity = await updateEntity(kind, added._id, { primaryImageUrl });
    }
  } catch {
    // It is added: what is missing can be uploaded again there.
    toast.error("Failed to upload images", { duration: 6_000 });
  }
  return entity;
}

/**
 * Adds one, or saves changes against the version they were made to; the story has the answer at
 * once. A newer version with the same words in these fields is no reason to ask; otherwise the form
 * names the fields as soon as the newer one is in the story.
 */
export function useEntitySave(story: Story, kind: EntityKind) {
  return useDedupedMutation({
    mutationFn: async (save: Save, { client }): Promise<Entity> => {
      if (save.entity === null) {
        const [primaryImageUrl, ...others] = save.pictures;
        const picture = primaryImageUrl ? { primaryImageUrl } : {};
        const added = await createEntity(kind, { ...save.values, ...picture, storyId: story._id });
        return addPictures(kind, added, others);
      }
      const { entity, changes } = save;
      try {
        return await updateEntity(kind, entity._id, { ...changes, version: entity.version });
      } catch (error) {
        const newer = currentRowOf(error, entityDto);
        if (!newer) throw error;
        upsertEntity(client, kind, newer);
        const names = Object.keys(changes) as (keyof EntityFormValues)[];
        if (names.some((name) => newer[name] !== entity[name])) throw error;
        return updateEntity(kind, entity._id, { ...changes, version: newer.version });
      }
    },
    meta: { handlesError: true },
    onSuccess: (entity, _save, _, { client }) => upsertEntity(client, kind, entity),
  });
}
