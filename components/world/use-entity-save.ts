"use client";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Story } from "@/lib/stories/schema";
import { createEntity, updateEntity } from "@/lib/world/client";
import {
  type Entity,
  type EntityFormValues,
  type EntityKind,
  entityDto,
  type UpdateEntityInput,
} from "@/lib/world/schema";
import { putEntity } from "./story-entities";

export type EntitySave = ReturnType<typeof useEntitySave>;

type Save =
  | { entityId: null; values: EntityFormValues; primaryImageUrl: string | null }
  | { entityId: string; changes: UpdateEntityInput };

/** Adds one or saves changes; the story has the answer at once. The form shows what goes wrong. */
export function useEntitySave(story: Story, kind: EntityKind) {
  return useMutation({
    mutationFn: (input: Save) =>
      input.entityId === null
        ? createEntity(kind, {
            ...input.values,
            storyId: story._id,
            ...(input.primaryImageUrl ? { primaryImageUrl: input.primaryImageUrl } : {}),
          })
        : updateEntity(kind, input.entityId, input.changes),
    meta: { handlesError: true },
    onSuccess: (entity, _input, _, { client }) => putEntity(client, kind, entity),
  });
}

/** The one that somebody else saved meanwhile, where that is why a save was refused. */
export function newerVersion(error: unknown): Entity | null {
  if (!(error instanceof ApiError) || error.code !== "stale_version") return null;
  const newer = entityDto.safeParse(error.body.data);
  return newer.success ? newer.data : null;
}
