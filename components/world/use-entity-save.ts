"use client";
import { useWrite } from "@/components/ui/use-write";
import { currentOf } from "@/lib/platform/http/envelope";
import type { Story } from "@/lib/stories/schema";
import { createEntity, updateEntity } from "@/lib/world/client";
import { type Entity, type EntityFormValues, type EntityKind, entityDto } from "@/lib/world/schema";
import { putEntity } from "./story-entities";

export type EntitySave = ReturnType<typeof useEntitySave>;

type Save =
  | { entity: null; values: EntityFormValues; primaryImageUrl: string | null }
  | { entity: Entity; changes: Partial<EntityFormValues> };

/**
 * Adds one, or saves changes against the version they were made to; the story has the answer at
 * once. A newer version with the same words in these fields is no reason to ask; otherwise the form
 * names the fields as soon as the newer one is in the story.
 */
export function useEntitySave(story: Story, kind: EntityKind) {
  return useWrite({
    mutationFn: async (save: Save, { client }): Promise<Entity> => {
      if (save.entity === null) {
        const { values, primaryImageUrl } = save;
        const picture = primaryImageUrl ? { primaryImageUrl } : {};
        return createEntity(kind, { ...values, ...picture, storyId: story._id });
      }
      const { entity, changes } = save;
      try {
        return await updateEntity(kind, entity._id, { ...changes, version: entity.version });
      } catch (error) {
        const newer = currentOf(error, entityDto);
        if (!newer) throw error;
        putEntity(client, kind, newer);
        const names = Object.keys(changes) as (keyof EntityFormValues)[];
        if (names.some((name) => newer[name] !== entity[name])) throw error;
        return updateEntity(kind, entity._id, { ...changes, version: newer.version });
      }
    },
    meta: { handlesError: true },
    onSuccess: (entity, _save, _, { client }) => putEntity(client, kind, entity),
  });
}
