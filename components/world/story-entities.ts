"use client";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { changeStory } from "@/lib/stories/story-cache";
import { byAppearance } from "@/lib/world/order";
import type { Entity, EntityKind } from "@/lib/world/schema";

const listOf = { character: "characters", location: "locations" } as const;

/** The story's characters or locations as they are now, in the order of their first appearance. */
export function useStoryEntities(story: Story, kind: EntityKind) {
  const { data = story, isError, isFetching, refetch } = useQuery(storyOptions(story._id, story));
  return { entities: data[listOf[kind]].toSorted(byAppearance), isError, isFetching, refetch };
}

/** One as the story knows it now. */
export const entityNow = (queryClient: QueryClient, kind: EntityKind, entity: Entity): Entity =>
  queryClient
    .getQueryData(storyOptions(entity.storyId).queryKey)
    ?.[listOf[kind]].find(({ _id }) => _id === entity._id) ?? entity;

/** Puts an answer into the story at once, and has the rest of it fetched again. */
export function putEntity(queryClient: QueryClient, kind: EntityKind, entity: Entity): void {
  change(queryClient, kind, entity.storyId, (entities) =>
    entities.some(({ _id }) => _id === entity._id)
      ? entities.map((one) => (one._id === entity._id ? entity : one))
      : [...entities, entity],
  );
}

/** Shows the picture that a job has made, before the story is fetched again. */
export function showPortrait(
  queryClient: QueryClient,
  kind: EntityKind,
  entity: Entity,
  url: string,
): void {
  change(queryClient, kind, entity.storyId, (entities) =>
    entities.map((one) => {
      if (one._id !== entity._id) return one;
      // One that its author has chosen since it was asked for stays, as on the server.
      const isChosen = one.primaryImageUrl !== entity.primaryImageUrl;
      return {
        ...one,
        primaryImageUrl: isChosen ? one.primaryImageUrl : url,
        imageUrls: [...new Set([url, ...one.imageUrls])],
      };
    }),
  );
}

/** Takes one that is deleted out of the story. */
export function dropEntity(queryClient: QueryClient, kind: EntityKind, entity: Entity): void {
  change(queryClient, kind, entity.storyId, (entities) =>
    entities.filter(({ _id }) => _id !== entity._id),
  );
}

const change = (
  queryClient: QueryClient,
  kind: EntityKind,
  storyId: string,
  update: (entities: Entity[]) => Entity[],
): void =>
  void changeStory(
    queryClient,
    storyId,
    (story) => ({ ...story, [listOf[kind]]: update(story[listOf[kind]]) }),
    { refetch: true },
  );
