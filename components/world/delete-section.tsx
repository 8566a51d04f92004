"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { toast } from "@/components/ui/toast";
import { storyKeys } from "@/lib/stories/client";
import { deleteEntity } from "@/lib/world/client";
import { inUseText } from "@/lib/world/entities";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { entityTexts } from "./entity-texts";
import { removeEntity } from "./story-entities";

interface DeleteSectionProps {
  kind: EntityKind;
  entity: Entity;
  onDeleted: () => void;
}

/**
 * Deletes after a confirmation; an entity that appears in scenes cannot be deleted, and the message
 * says so.
 */
export function DeleteSection({ kind, entity, onDeleted }: DeleteSectionProps) {
  const queryClient = useQueryClient();
  const hintId = useId();
  const texts = entityTexts[kind];
  const inUse = entity.sceneCount > 0;

  async function remove() {
    try {
      await deleteEntity(kind, entity._id);
    } catch (error) {
      // A scene may use it by now.
      void queryClient.invalidateQueries({ queryKey: storyKeys.detail(entity.storyId) });
      throw error;
    }
    removeEntity(queryClient, kind, entity);
    toast.success(texts.deleted);
    onDeleted();
  }

  return (
    <section aria-label={`Delete ${texts.one}`} className="grid justify-items-start gap-3">
      {/* Before the button, which may be at the edge of the visible area. */}
      {inUse && (
        <p id={hintId} className="field-hint">
          {inUseText(kind, entity.sceneCount)}
        </p>
      )}
      <div className="w-full" aria-describedby={inUse ? hintId : undefined}>
        <InlineConfirm
          label={`Delete ${texts.one}`}
          question={`Delete ${entity.name} for good?`}
          confirmLabel="Delete"
          failure={`Failed to delete ${kind}`}
          disabled={inUse}
          onConfirm={remove}
        />
      </div>
    </section>
  );
}
