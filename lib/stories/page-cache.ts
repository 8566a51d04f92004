import "server-only";
import { pageTag } from "@/lib/pages/cache-tags";
import { lineageRoot } from "@/lib/pages/lineage-queries";
import { cachedForPages, tagPage } from "@/lib/platform/cache";
import { readHomeRows } from "./feed/home-row-queries";
import type { HomeRow } from "./feed/home-rows";
import { getNextStories } from "./feed/next-stories-queries";
import { getPublicProfile } from "./feed/profile-queries";
import { readFeed, readTags } from "./feed/queries";
import { getReadingPart } from "./queries";
import type { Part } from "./reading/parts";
import type { Branch, RemixTree } from "./remix/tree";
import { getRemixTree } from "./remix/tree-queries";
import type { Profile, Story, StoryCard, StoryPage, StoryQuery, TagCount } from "./schema";

/**
 * Cached data of public pages, kept until a write expires it. It depends on no viewer and no
 * cookie. Only this file and platform/cache know how Next caches pages.
 */

/** A published story with the scenes of one of its parts. */
export type ReadingStory = Dated<Story & { part: Part }>;

/** A value with the time when the app read it, in milliseconds since the epoch. */
type Dated<T> = T & { readAt: number };

/** The time is taken before the load, so that data never seems newer than it is. */
async function dated<T extends object | null>(load: () => Promise<T>) {
  const readAt = Date.now();
  const value = await load();
  return (value && { ...value, readAt }) as Dated<NonNullable<T>> | Extract<T, null>;
}

/**
 * A part of a published story, or null; the tag holds for both, so that publishing expires a cached
 * 404.
 */
export const cachedReadingStory = (storyId: string, part = 1): Promise<ReadingStory | null> =>
  cachedForPages(["story", storyId, String(part)], [pageTag.story(storyId)], () =>
    dated(() => getReadingPart(storyId, part)),
  );

/** Stories of the same author that follow this one; all publications of that author expire it. */
export const cachedNextStories = (story: Story): Promise<StoryCard[]> =>
  cachedForPages(
    ["next", story._id],
    [pageTag.story(story._id), pageTag.author(story.userId.username)],
    () => getNextStories(story._id, 3),
  );

/**
 * A page of a story's remix tree, or null. Publishing, renaming or deleting any story of the tree
 * expires it, and so does a change of any author on it.
 */
export async function cachedRemixTree(storyId: string, page: number): Promise<RemixTree | null> {
  const root = await lineageRoot(storyId);
  const tree = await getRemixTree(storyId, page);
  const people = tree ? [tree.story, ...tree.above, ...tree.remixes.flatMap(flat)] : [];
  await tagPage([
    pageTag.story(storyId),
    pageTag.lineage(root),
    ...people.map(({ author }) => pageTag.author(author.username)),
  ]);
  return tree;
}

const flat = (branch: Branch): Branch[] => [branch, ...branch.remixes.flatMap(flat)];

/** A page of the public feed. */
export const cachedFeed = (
  query: Partial<Pick<StoryQuery, "page" | "tag" | "sort" | "limit" | "made">> = {},
): Promise<Dated<StoryPage>> => {
  const { page = 1, tag = "", sort = "new", limit = 12, made } = query;
  return cachedForPages(
    ["feed", String(page), String(limit), sort, tag, ...(made ? [made] : [])],
    [pageTag.feed],
    () => dated(() => readFeed(null, { page, tag, sort, limit, made })),
  );
};

/** The rows of the home page. @param stories the number of stories in the feed */
export const cachedHomeRows = (stories: number): Promise<HomeRow[]> =>
  cachedForPages(["home-rows", String(stories)], [pageTag.feed], () => readHomeRows(stories));

/** Tags of published stories, the most used first. */
export const cachedTags = (): Promise<TagCount[]> =>
  cachedForPages(["tags"], [pageTag.feed], () => readTags());

/** A page of a person's public profile, or null. */
export const cachedProfile = (username: string, page = 1): Promise<Dated<Profile> | null> =>
  cachedForPages(
    ["profile", username.toLowerCase(), String(page)],
    [pageTag.author(username)],
    () => dated(() => getPublicProfile(username, page)),
  );
