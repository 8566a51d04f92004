import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { dataOf } from "@/lib/platform/http/envelope";
import { api } from "@/lib/platform/http/fetch";
import { sceneDto } from "@/lib/scenes/schema";
import type { EventInput } from "./event-schema";
import {
  type CreateStoryInput,
  profileDto,
  randomImagesDto,
  type Story,
  type StoryExport,
  type StoryPage,
  type StoryQuery,
  storyDto,
  storyExport,
  storyPage,
  tagCount,
  type UpdateStoryInput,
} from "./schema";

const minutes = (count: number) => count * 60_000;

/** What a list of stories is narrowed to; how far it is read is the query's own matter. */
export type FeedFilter = Partial<
  Pick<StoryQuery, "limit" | "tag" | "author" | "status" | "sort" | "q">
>;

export const storyKeys = {
  all: ["stories"] as const,
  lists: ["stories", "list"] as const,
  list: (filter: FeedFilter) => ["stories", "list", filter] as const,
  tags: ["stories", "tags"] as const,
  randomImages: ["stories", "random-images"] as const,
  detail: (storyId: string) => ["stories", storyId] as const,
  scenes: (storyId: string) => ["stories", storyId, "scenes"] as const,
  profile: (username: string) => ["users", username] as const,
};

/** @throws ApiError */
export async function fetchFeed(
  filter: FeedFilter,
  at: { page?: number; cursor?: string } = {},
  signal?: AbortSignal,
): Promise<StoryPage> {
  const answer = await api("/stories", {
    query: { ...filter, ...at },
    signal,
    response: dataOf(storyPage),
  });
  return answer.data;
}

/**
 * The feed page by page. `firstPage` is what the server rendered; the rest follows its cursor, so
 * that stories published meanwhile shift nothing.
 */
export const feedOptions = (filter: FeedFilter = {}, firstPage?: StoryPage) =>
  infiniteQueryOptions({
    queryKey: storyKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      fetchFeed(filter, pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: StoryPage) => page.pagination.nextCursor,
    staleTime: minutes(5),
    ...(firstPage ? { initialData: { pages: [firstPage], pageParams: [null] } } : {}),
  });

/** Tags of published stories, the most used first. */
export const tagsOptions = () =>
  queryOptions({
    queryKey: storyKeys.tags,
    queryFn: async ({ signal }) =>
      (await api("/stories/tags", { signal, response: dataOf(z.array(tagCount)) })).data,
    staleTime: minutes(10),
    gcTime: minutes(30),
  });

/** Addresses of pictures for the loading animation. */
export const randomImagesOptions = (limit = 6) =>
  queryOptions({
    queryKey: [...storyKeys.randomImages, limit],
    queryFn: async ({ signal }) =>
      (await api("/stories/random-images", { query: { limit }, signal, response: randomImagesDto }))
        .images,
    staleTime: minutes(5),
  });

/** @throws ApiError */
export async function fetchStory(storyId: string, signal?: AbortSignal): Promise<Story> {
  return (await api(`/stories/${storyId}`, { signal, response: dataOf(storyDto) })).data;
}

/** The story with scenes, characters, locations and the viewer's like. */
export const storyOptions = (storyId: string, initialData?: Story) =>
  queryOptions({
    queryKey: storyKeys.detail(storyId),
    queryFn: ({ signal }) => fetchStory(storyId, signal),
    ...(initialData ? { initialData } : {}),
  });

/** The scenes of a story alone. */
export const scenesOptions = (storyId: string) =>
  queryOptions({
    queryKey: storyKeys.scenes(storyId),
    queryFn: async ({ signal }) =>
      (await api(`/stories/${storyId}/scenes`, { signal, response: dataOf(z.array(sceneDto)) }))
        .data,
  });

/** A person's public page. */
export const profileOptions = (username: string) =>
  queryOptions({
    queryKey: storyKeys.profile(username),
    queryFn: async ({ signal }) =>
      (
        await api(`/users/${encodeURIComponent(username)}`, {
          signal,
          response: dataOf(profileDto),
        })
      ).data,
  });

const storyAnswer = dataOf(storyDto);

/** @throws ApiError */
export async function createStory(
  input: Pick<CreateStoryInput, "title" | "description"> & Partial<CreateStoryInput>,
): Promise<Story> {
  return (await api("/stories", { method: "POST", body: input, response: storyAnswer })).data;
}

/** @throws ApiError, `not_publishable` for a story without a picture, `stale_version` */
export async function updateStory(storyId: string, changes: UpdateStoryInput): Promise<Story> {
  return (await api(`/stories/${storyId}`, { method: "PUT", body: changes, response: storyAnswer }))
    .data;
}

/** @throws ApiError */
export async function setArtStyle(storyId: string, artStyle: string): Promise<Story> {
  return (
    await api(`/stories/${storyId}/art-style`, {
      method: "PATCH",
      body: { artStyle },
      response: storyAnswer,
    })
  ).data;
}

/** @throws ApiError */
export async function deleteStory(storyId: string): Promise<void> {
  await api(`/stories/${storyId}`, { method: "DELETE" });
}

/** Copies the story; the answer is the copy, a draft. @throws ApiError */
export async function remixStory(storyId: string): Promise<Story> {
  return (await api(`/stories/${storyId}/remix`, { method: "POST", response: storyAnswer })).data;
}

/** Copies one scene, by its id or number, into a new story. @throws ApiError */
export async function remixScene(storyId: string, scene: string | number): Promise<Story> {
  return (
    await api(`/stories/${storyId}/remix-scene/${scene}`, {
      method: "POST",
      response: storyAnswer,
    })
  ).data;
}

/** @throws ApiError */
export async function exportStory(storyId: string): Promise<StoryExport> {
  return (
    await api(`/stories/${storyId}/export`, {
      query: { format: "json" },
      response: dataOf(storyExport),
    })
  ).data;
}

/** Counts a reading; nobody is told when it fails, as nobody waits for it. */
export async function recordRead(storyId: string): Promise<void> {
  await api(`/stories/${storyId}/views`, { method: "POST", body: { type: "read" } }).catch(
    () => undefined,
  );
}

/** Reports something that went wrong in the browser. Never fails. */
export async function reportEvent(event: EventInput): Promise<void> {
  await api("/events", { method: "POST", body: event }).catch(() => undefined);
}
