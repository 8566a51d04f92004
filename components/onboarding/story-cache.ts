import type { QueryClient } from "@tanstack/react-query";
import type { ExtractEntitiesReply } from "@/lib/generation/text/schema";
import type { Scene } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import type { Entity } from "@/lib/world/schema";

/** Answers of calls that overlap: the older one must not undo the newer one. */
export function keepNewest(queryClient: QueryClient, answer: Story): void {
  queryClient.setQueryData<Story>(storyKeys.detail(answer._id), (known) =>
    known && known.version > answer.version ? known : answer,
  );
}

/** The new scene at once; the story is asked for again by the live events. */
export async function addScene(queryClient: QueryClient, scene: Scene): Promise<void> {
  await change(queryClient, scene.storyId, (story) => ({
    scenes: [...story.scenes.filter(({ _id }) => _id !== scene._id), scene],
  }));
}

export async function addEntities(
  queryClient: QueryClient,
  storyId: string,
  { newCharacters, newLocations }: ExtractEntitiesReply,
): Promise<void> {
  await change(queryClient, storyId, (story) => ({
    characters: withNew(story.characters, newCharacters),
    locations: withNew(story.locations, newLocations),
  }));
}

/** What is known of an entity already may be newer: its picture. */
const withNew = (known: Entity[], found: Entity[]) => {
  const ids = new Set(known.map(({ _id }) => _id));
  return [...known, ...found.filter(({ _id }) => !ids.has(_id))];
};

async function change(
  queryClient: QueryClient,
  storyId: string,
  changesOf: (story: Story) => Partial<Story>,
): Promise<void> {
  const queryKey = storyKeys.detail(storyId);
  // An answer that is on its way was given before this change.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Story>(queryKey, (story) => story && { ...story, ...changesOf(story) });
  void queryClient.invalidateQueries({ queryKey });
}
