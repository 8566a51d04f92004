"use client";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { storyOptions } from "@/lib/stories/client";
import { updateCachedStory } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import { compareByAppearance } from "@/lib/world/entities";
import type { Entity, EntityKind } from "@/lib/world/schema";

const listKeys = { character: "characters", location: "locations" } as const;

/** The story's current characters or locations, in order of their first appearance. */
export function useStoryEntities(story: Story, kind: EntityKind) {
  const { data = story, isError, isFetching, refetch } = useQuery(storyOptions(story._id, story));
  return {
    entities: data[listKeys[kind]].toSorted(compareByAppearance),
    isError,
    isFetching,
    refetch,
  };
}

/** The cached state of an entity. */
export const findCachedEntity = (
  queryClient: QueryClient,
  kind: EntityKind,
  storyId: string,
  entityId: string,
): Entity | undefined =>
  queryClient
    .getQueryData(storyOptions(storyId).queryKey)
    ?.[listKeys[kind]].find(({ _id }) => _id === entityId);

/** Puts an answer into the cached story at once and refetches the rest. */
export function upsertEntity(queryClient: QueryClient, kind: EntityKind, entity: Entity): void {
  updateEntities(queryClient, kind, entity.storyId, (entities) =>
    entities.some(({ _id }) => _id === entity._id)
      ? entities.map((one) => (one._id === entity._id ? entity : one))
      : [...entities, entity],
  );
}

/**
 * Shows the picture of a job before the story is refetched.
 * @param before the portrait when the job began
 */
export function showPortrait(
  queryClient: QueryClient,
  kind: EntityKind,
  entity: Entity,
  url: string,
  before: string | null,
): void {
  updateEntities(queryClient, kind, entity.storyId, (entities) =>
    entities.map((one) => {
      if (one._id !== entity._id) return one;
      // As on the server, a portrait chosen since the request stays.
      const isChosen = one.primaryImageUrl !== before;
      return {
        ...one,
        primaryImageUrl: isChosen ? one.primaryImageUrl : url,
        imageUrls: [...new Set([url, ...one.imageUrls])],
      };
    }),
  );
}

/** Removes a deleted entity from the cached story. */
export function removeEntity(queryClient: QueryClient, kind: EntityKind, entity: Entity): void {
  updateEntities(queryClient, kind, entity.storyId, (entities) =>
    entities.filter(({ _id }) => _id !== entity._id),
  );
}

const updateEntities = (
  queryClient: QueryClient,
  kind: EntityKind,
  storyId: string,
  update: (entities: Entity[]) => Entity[],
): void =>
  void updateCachedStory(
    queryClient,
    storyId,
    (story) => ({ ...story, [listKeys[kind]]: update(story[listKeys[kind]]) }),
    { refetch: true },
  );
