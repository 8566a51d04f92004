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
  // The last picture is the portrait.
  | { entity: null; values: EntityFormValues; pictures: string[] }
  | { entity: Entity; changes: Partial<EntityFormValues> };

/** Makes pictures the portrait in sequence: all become takes, and the last one is shown. */
async function addPictures(kind: EntityKind, added: Entity, urls: string[]): Promise<Entity> {
  let entity = added;
  try {
    for (const primaryImageUrl of urls) {
      entity = await updateEntity(kind, added._id, { primaryImageUrl });
    }
  } catch {
    // The entity is added: failed pictures can be uploaded again there.
    toast.error("Failed to upload images", { duration: 6_000 });
  }
  return entity;
}

/**
 * Adds an entity, or saves changes against the version they were edited from; the cached story has
 * the answer at once. Retries on a newer version with the same values in these fields; otherwise
 * the form names the conflicts once the newer version has arrived.
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
