import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { likesStaleTime } from "@/lib/likes/client";
import {
  answerParser,
  isInteger,
  isListOf,
  isRecord,
  isUuid,
} from "@/lib/platform/http/answer-parser";
import { apiData } from "@/lib/platform/http/fetch";
import { gcTime } from "@/lib/platform/http/gc-time";
import type { Profile, StoryPage, TagCount } from "../schema";
import { storyDefaults } from "../story-defaults";
import { hasContent } from "./draft-content";
import type { SearchFilters } from "./urls";

// Rendered pages carry no validator: it comes with the first response.
const schemas = () => import("../schema");

const pageSize = 12;

const fetchStories = (
  query: Record<string, string | number | undefined>,
  signal?: AbortSignal,
): Promise<StoryPage> => {
  const response = async () => (await schemas()).storyPage;
  return apiData("/stories", { query: { ...query, limit: pageSize }, signal, response });
};

const fetchProfile = (username: string, page: number, signal?: AbortSignal): Promise<Profile> => {
  const response = async () => (await schemas()).profileDto;
  return apiData(`/users/${username}`, { query: { page }, signal, response });
};

/** One page of public stories: of an author, the feed, a tag or a search. */
export type ListAddress =
  | { username: string; page: number }
  | (Partial<SearchFilters> & { page?: number; cursor?: string });

const likedStories = answerParser(
  (body): body is { stories: { _id: string; likeCount: number }[] } =>
    isRecord(body) &&
    isListOf(
      body.stories,
      (story): story is { _id: string; likeCount: number } =>
        isRecord(story) && isUuid(story._id) && isInteger(story.likeCount),
    ),
);

/** The likes of a list's stories, by story; refetched while the page is visible. */
export const listLikesOptions = (list: ListAddress, readAt: number) =>
  queryOptions({
    queryKey: ["list-likes", list, readAt],
    queryFn: async ({ signal }) => {
      const call = { signal, response: likedStories };
      const { stories } =
        "username" in list
          ? await apiData(`/users/${list.username}`, { ...call, query: { page: list.page } })
          : await apiData("/stories", {
              ...call,
              query: { ...list, q: list.q || undefined, limit: pageSize },
            });
      return Object.fromEntries(stories.map(({ _id, likeCount }) => [_id, likeCount]));
    },
    staleTime: likesStaleTime,
    refetchInterval: likesStaleTime,
  });

const nextCursor = ({ pagination }: StoryPage) => pagination.nextCursor;

/** A list of stories from `cursor` on, below the covers that came with the page. */
export const moreStoriesOptions = ({ q, tag, made, sort }: SearchFilters, cursor: string | null) =>
  infiniteQueryOptions({
    queryKey: ["feed", { q, tag, made, sort, cursor }],
    queryFn: ({ pageParam, signal }) =>
      fetchStories({ q: q || undefined, tag, made, sort, cursor: pageParam ?? undefined }, signal),
    initialPageParam: cursor,
    getNextPageParam: nextCursor,
    staleTime: likesStaleTime,
    refetchInterval: likesStaleTime,
    // Requests nothing until the reader comes near the end of the page.
    enabled: ({ state }) => state.data !== undefined,
  });

/** Drafts of the viewer; no other viewer gets them. */
export const draftsOptions = (username: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["drafts", username],
    queryFn: ({ pageParam, signal }) =>
      fetchStories({ author: username, status: "draft", cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    staleTime: 0,
    enabled: username !== undefined,
  });

/** Milliseconds for which tags stay in use while newer ones cannot be loaded. */
export const tagsMaxAge = 30 * 60_000;

const tagCounts = answerParser((body): body is TagCount[] =>
  isListOf(
    body,
    (entry): entry is TagCount =>
      isRecord(entry) && typeof entry.tag === "string" && isInteger(entry.count),
  ),
);

/** The tags of published stories, the most used first. */
export const tagsOptions = queryOptions({
  queryKey: ["tags"],
  queryFn: ({ signal }) => apiData("/stories/tags", { signal, response: tagCounts }),
  staleTime: 10 * 60_000,
  gcTime: gcTime(tagsMaxAge),
  refetchOnWindowFocus: true,
});

/** A person's page as the viewer may see it: on their own page, drafts count. */
export const profileOptions = (username: string) =>
  queryOptions({
    queryKey: ["profile", username],
    queryFn: ({ signal }) => fetchProfile(username, 1, signal),
    staleTime: 0,
  });

const listKeys: readonly unknown[] = ["feed", "drafts", "tags", "profile"];

/**
 * Drops every cached list of this tab after a story was published, changed or deleted: pages then
 * load newer ones.
 */
export const removeCachedLists = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => listKeys.includes(queryKey[0]) });

/**
 * The latest draft without any text, on the server or in this browser.
 * @throws ApiError
 */
export async function findEmptyDraft(username: string): Promise<{ _id: string } | undefined> {
  const { stories } = await fetchStories({ author: username, status: "draft" });
  return stories.find((story) => !hasContent(story));
}

/** @throws ApiError */
export const createStory = (description: string): Promise<{ _id: string }> =>
  apiData("/stories", {
    method: "POST",
    body: { ...storyDefaults, description },
    response: async () => (await schemas()).storyDto,
  });
