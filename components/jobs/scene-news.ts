"use client";
import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type { SceneProgress } from "@/lib/generation/schema";
import type { Entity } from "@/lib/world/schema";

export interface NewEntities {
  /** The last scene that introduced any. */
  sceneId: string;
  characters: Entity[];
  locations: Entity[];
}

interface SceneNews {
  /** For screen readers. */
  announcement: string;
  newEntities: NewEntities | null;
}

const noNews: SceneNews = { announcement: "", newEntities: null };

/** Kept as long as the workspace is shown; never fetched. */
const newsOptions = (storyId: string) =>
  queryOptions({
    queryKey: ["jobs", "news", storyId],
    queryFn: skipToken,
    initialData: noNews,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Adds what a finished scene introduced. */
export function addSceneNews(
  client: QueryClient,
  { scene, newCharacters, newLocations }: SceneProgress,
  isAnnounced: boolean,
): void {
  client.setQueryData<SceneNews>(newsOptions(scene.storyId).queryKey, (before = noNews) => ({
    announcement: isAnnounced
      ? `Scene ${scene.sceneNumber} is ready: ${scene.title}`
      : before.announcement,
    newEntities:
      newCharacters.length + newLocations.length === 0
        ? before.newEntities
        : {
            sceneId: scene._id,
            characters: [...(before.newEntities?.characters ?? []), ...newCharacters],
            locations: [...(before.newEntities?.locations ?? []), ...newLocations],
          },
  }));
}

/** What finished scenes introduced; the author opens it on request. */
export function useSceneNews(storyId: string) {
  const client = useQueryClient();
  const { data } = useQuery(newsOptions(storyId));
  const dismissNewEntities = useCallback(
    () =>
      client.setQueryData<SceneNews>(
        newsOptions(storyId).queryKey,
        (news) => news && { ...news, newEntities: null },
      ),
    [client, storyId],
  );
  return { ...data, dismissNewEntities };
}
