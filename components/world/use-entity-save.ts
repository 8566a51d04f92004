"use client";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { changesUnlessStale, saveLatest } from "@/lib/platform/http/save-latest";
import type { Story } from "@/lib/stories/schema";
import { createEntity, updateEntity } from "@/lib/world/client";
import {
  type Entity,
  type EntityEditValues,
  type EntityFormValues,
  type EntityKind,
  entityDto,
} from "@/lib/world/schema";
import { upsertEntity } from "./story-entities";

export type EntitySave = ReturnType<typeof useEntitySave>;

type Save =
  // The last picture is the portrait.
  | { entity: null; values: EntityFormValues; pictures: string[] }
  | { entity: Entity; changes: Partial<EntityEditValues> };

/** Makes pictures the portrait in sequence: all become takes, and the last one is shown. */
export async function addPictures<Saved>(
  added: Saved,
  urls: string[],
  update: (changes: { primaryImageUrl: string }) => Promise<Saved>,
): Promise<Saved> {
  let saved = added;
  try {
    for (const primaryImageUrl of urls) saved = await update({ primaryImageUrl });
  } catch {
    // The entity is added: failed pictures can be uploaded again there.
    toast.error("Failed to upload images", { duration: 6_000 });
  }
  return saved;
}

/**
 * Adds an entity, or saves changes; the cached story has the answer at once. The form names
 * conflicts once the newer version has arrived.
 */
export function useEntitySave(story: Story, kind: EntityKind) {
  return useDedupedMutation({
    mutationFn: async (save: Save, { client }): Promise<Entity> => {
      if (save.entity === null) {
        const [primaryImageUrl, ...others] = save.pictures;
        const picture = primaryImageUrl ? { primaryImageUrl } : {};
        const added = await createEntity(kind, { ...save.values, ...picture, storyId: story._id });
        return addPictures(added, others, (changes) => updateEntity(kind, added._id, changes));
      }
      const { entity, changes } = save;
      return saveLatest(entity, {
        schema: entityDto,
        changesFor: changesUnlessStale(entity, changes),
        send: (changes) => updateEntity(kind, entity._id, changes),
        keep: (newer) => upsertEntity(client, kind, newer),
      });
    },
    meta: { handlesError: "while-mounted" },
    onSuccess: (entity, _save, _, { client }) => upsertEntity(client, kind, entity),
    onError: () => playSound("error"),
  });
}
