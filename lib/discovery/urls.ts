import { feedHref, profileHref } from "@/lib/stories/feed/urls";

/** Paths of a story and of its feeds, frames and pictures, as other sites and apps get them. */

export const embedPath = (storyId: string, scene?: number) =>
  `/embed/story/${storyId}${scene ? `?scene=${scene}` : ""}`;
export const sharePicturePath = (storyId: string, version: string) =>
  `/story/${storyId}/og/${version}.jpg`;

export const panelPicturePath = (panelPath: string, version: string) =>
  `${panelPath}/${version}.jpg`;

/** Content of a feed: all stories, one tag, or one author. */
export type FeedScope = { tag?: string | undefined; author?: string | undefined };
export type FeedFormat = "rss" | "atom";

export function feedPath(format: FeedFormat, { tag, author }: FeedScope = {}): string {
  const query = new URLSearchParams();
  if (tag) query.set("tag", tag);
  if (author) query.set("author", author);
  const file = format === "rss" ? "/feed.xml" : "/atom.xml";
  return query.size > 0 ? `${file}?${query}` : file;
}

/** The page that a feed belongs to. */
export const feedPagePath = ({ tag, author }: FeedScope): string =>
  author ? profileHref(author) : feedHref({ tag });
