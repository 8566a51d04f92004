import "server-only";
import type { Metadata } from "next";
import { displayName } from "@/lib/accounts/display-name";
import { noTrainingDirective } from "@/lib/media/serve";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { absoluteUrl } from "@/lib/platform/site";
import { profileHref } from "@/lib/stories/feed/urls";
import { matureNotice } from "@/lib/stories/ratings";
import { type Part, partTitle, readingPath } from "@/lib/stories/reading/parts";
import type { Profile, Story } from "@/lib/stories/schema";
import { excerpt } from "./excerpt";
import { mediaTypes } from "./opds/media-types";
import { listPath, rootPath } from "./opds/urls";
import {
  defaultSharePicture,
  shareSize,
  shareSubject,
  shareVersion,
} from "./share-picture-version";
import { type FeedScope, feedPath, sharePicturePath } from "./urls";

/** Metadata of public pages, for search engines and link previews. */

const descriptionLength = 200;
const siteDescription =
  "Make illustrated comics with AI; find, read, like and remix those of others.";

/** Search engines must index nothing where browsing needs a sign-in. */
const isListed = () => env().PUBLIC_BROWSING;

const noIndex = "noindex, nofollow";

/** A text, because Next has no field for the author's directives. */
const robots = ({ noTraining, rating }: Partial<Story> = {}): string => {
  const isIndexed = isListed() && rating !== "mature";
  const listing = isIndexed ? "index, follow, max-image-preview:large" : noIndex;
  return noTraining ? `${listing}, ${noTrainingDirective}` : listing;
};

type Links = Record<string, { url: string; title: string }[]>;

const feedLinks = (scope: FeedScope, title: string): Links =>
  isListed()
    ? {
        "application/rss+xml": [{ url: absoluteUrl(feedPath("rss", scope)), title }],
        "application/atom+xml": [{ url: absoluteUrl(feedPath("atom", scope)), title }],
        // Link to the catalogue, for reading apps.
        [mediaTypes.feed2]: [{ url: absoluteUrl(cataloguePath(scope)), title }],
      }
    : {};

const cataloguePath = (scope: FeedScope) =>
  scope.tag || scope.author ? listPath("2.0", scope) : rootPath("2.0");

export const oembedLinks = (pageUrl: string, title: string): Links => {
  const link = (format: string) =>
    absoluteUrl(`/oembed?${new URLSearchParams({ url: pageUrl, format })}`);
  return isListed()
    ? {
        "application/json+oembed": [{ url: link("json"), title }],
        "text/xml+oembed": [{ url: link("xml"), title }],
      }
    : {};
};

/** Neighbours of a page of a list. */
const neighbours = ({ page, pages, hrefOf }: ListView): Metadata["pagination"] => ({
  ...(page > 1 ? { previous: absoluteUrl(hrefOf(page - 1)) } : {}),
  ...(page < pages ? { next: absoluteUrl(hrefOf(page + 1)) } : {}),
});

const defaultImage = () => ({
  url: absoluteUrl(defaultSharePicture),
  ...shareSize,
  type: "image/jpeg",
  alt: `${brand.name}: ${brand.tagline}`,
});

interface Preview {
  title: string;
  description: string;
  url: string;
  image?: ReturnType<typeof defaultImage>;
}

/** The card that messengers and social networks draw for a link. */
function cards({ title, description, url, image = defaultImage() }: Preview) {
  return {
    openGraph: { siteName: brand.name, title, description, url, images: [image] },
    twitter: {
      card: "summary_large_image" as const,
      title,
      description,
      images: [{ url: image.url, alt: image.alt }],
    },
  };
}

/** A page of a list of stories. */
interface ListView {
  page: number;
  pages: number;
  /** Address of a page of the same list. */
  hrefOf: (page: number) => string;
}

interface HomeView extends ListView {
  tag?: string | undefined;
  sort?: "new" | "popular" | undefined;
  made?: "by-hand" | undefined;
}

/** Home, a tag, an order, and each page of them. */
export function homeMetadata({ tag, sort, made, ...list }: HomeView): Metadata {
  const { page, hrefOf } = list;
  const found = tag ? `Stories tagged ${tag}` : sort === "popular" ? "Popular stories" : null;
  const listed = made ? `${found ?? "Stories"} without AI` : found;
  const name = listed ?? (page > 1 ? "Stories" : null);
  const title = name && (page > 1 ? `${name}, page ${page}` : name);
  const description = tag
    ? `Comics tagged ${tag}, free to read on ${brand.name}.`
    : siteDescription;
  const url = absoluteUrl(hrefOf(page));
  const fullTitle = title ? `${title} · ${brand.name}` : `${brand.name}: ${brand.tagline}`;
  const { openGraph, twitter } = cards({ title: title ?? fullTitle, description, url });
  return {
    title: { absolute: fullTitle },
    description,
    robots: robots(),
    alternates: {
      canonical: url,
      types: feedLinks({ tag }, tag ? `Stories tagged ${tag}` : `New on ${brand.name}`),
    },
    pagination: neighbours(list),
    openGraph: { ...openGraph, type: "website" },
    twitter,
  };
}

/** Metadata of a page without content: other people's drafts and unknown addresses. */
export const notFoundMetadata = (title: string): Metadata => ({
  title,
  robots: noIndex,
});

const storyImage = (story: Story) => {
  const subject = shareSubject(story);
  return {
    url: absoluteUrl(sharePicturePath(story._id, shareVersion(subject))),
    ...shareSize,
    type: "image/jpeg",
    alt: `The first panels of “${story.title}”, a comic by ${subject.author}`,
  };
};

/** Time of the last change that a reader can see. */
export const lastChanged = (story: Pick<Story, "updatedAt" | "scenes">): string =>
  [story.updatedAt, ...story.scenes.map((scene) => scene.updatedAt)].toSorted().at(-1) ??
  story.updatedAt;

/**
 * The reading page of a published story, or a later part of it. @param story with its first scenes
 */
export function readingMetadata(story: Story, part?: Part): Metadata {
  if (story.rating === "mature") return matureMetadata(story);
  const author = displayName(story.userId);
  const url = absoluteUrl(readingPath(story._id, part?.number));
  const description = excerpt(story.description, descriptionLength);
  const { openGraph, twitter } = cards({
    title: story.title,
    description,
    url,
    image: storyImage(story),
  });
  const profile = absoluteUrl(profileHref(story.userId.username));
  return {
    title: `${part ? `${story.title}, ${partTitle(part, part.number)},` : story.title} by ${author}`,
    description,
    authors: [{ name: author, url: profile }],
    keywords: story.tags,
    robots: robots(story),
    alternates: {
      canonical: url,
      types: {
        ...feedLinks({ author: story.userId.username }, `Stories by ${author}`),
        ...oembedLinks(url, story.title),
      },
    },
    openGraph: {
      ...openGraph,
      type: "article",
      publishedTime: story.publishedAt ?? story.createdAt,
      modifiedTime: lastChanged(story),
      authors: [profile],
      tags: story.tags,
    },
    twitter,
  };
}

/** A story for adults is not indexed, and a link preview shows only its title. */
function matureMetadata(story: Story): Metadata {
  const url = absoluteUrl(readingPath(story._id));
  const description = matureNotice;
  return {
    title: `${story.title} by ${displayName(story.userId)}`,
    description,
    robots: robots(story),
    alternates: { canonical: url },
    ...cards({ title: story.title, description, url }),
  };
}

/** A person's page, or a further page of their stories. */
export function profileMetadata({ user, stats }: Profile, list: ListView): Metadata {
  const { page, hrefOf } = list;
  const name = displayName(user);
  const title = `${name} (@${user.username})${page > 1 ? `, page ${page}` : ""}`;
  const count = stats.publishedStories;
  const description = `Comics by ${name} on ${brand.name}: ${count} published ${count === 1 ? "story" : "stories"}.`;
  const url = absoluteUrl(hrefOf(page));
  const { openGraph, twitter } = cards({ title, description, url });
  return {
    title,
    description,
    robots: robots(),
    alternates: {
      canonical: url,
      types: feedLinks({ author: user.username }, `Stories by ${name}`),
    },
    pagination: neighbours(list),
    openGraph: {
      ...openGraph,
      type: "profile",
      username: user.username,
      firstName: user.firstName || undefined,
      lastName: user.lastName || undefined,
    },
    twitter,
  };
}

/** Personal pages: the workspace, the dashboard, the shelf. */
export const privateMetadata: Metadata = { robots: noIndex };
