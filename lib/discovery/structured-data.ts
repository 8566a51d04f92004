import { readingPath } from "@/lib/stories/reading/parts";
import "server-only";
import type {
  BreadcrumbList,
  ComicStory,
  Graph,
  ImageObject,
  InteractionCounter,
  Person,
  ProfilePage,
  SearchAction,
  WebSite,
  WithActionConstraints,
} from "schema-dts";
import { displayName } from "@/lib/accounts/display-name";
import type { Author } from "@/lib/accounts/schema";
import type { Origin } from "@/lib/media/xmp.mjs";
import { brand } from "@/lib/platform/brand";
import { absoluteUrl, siteOrigin } from "@/lib/platform/site";
import { profileHref } from "@/lib/stories/feed/urls";
import type { Profile, Story, StoryCard } from "@/lib/stories/schema";
import { excerpt } from "./excerpt";
import { lastChanged } from "./metadata";

/** Pages in the vocabulary of schema.org. The compiler checks the types against it. */

const graph = (parts: Graph["@graph"]): Graph => ({
  "@context": "https://schema.org",
  "@graph": parts,
});

const sourceTypes = {
  model: "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
  drawn: "https://schema.org/AlgorithmicMediaDigitalSource",
} as const;

const person = (author: Author) =>
  ({
    "@type": "Person",
    "@id": `${absoluteUrl(profileHref(author.username))}#person`,
    name: displayName(author),
    alternateName: `@${author.username}`,
    url: absoluteUrl(profileHref(author.username)),
    ...(author.avatar ? { image: absoluteUrl(author.avatar) } : {}),
  }) satisfies Person;

const counter = (
  action: "LikeAction" | "ReadAction" | "CreateAction" | "WriteAction",
  count: number,
) =>
  ({
    "@type": "InteractionCounter",
    interactionType: { "@type": action },
    userInteractionCount: count,
  }) satisfies InteractionCounter;

const pixels = (value: number) =>
  ({ "@type": "QuantitativeValue", value, unitCode: "E37" }) as const;

/** How pictures were made, by their URL; a missing one was made by a model. */
type Origins = Readonly<Record<string, Origin>>;

function pictures(story: Story, origins: Origins) {
  const creditText = displayName(story.userId);
  return story.scenes.flatMap((scene) =>
    scene.panels.flatMap((panel) => {
      if (!panel.imageUrl) return [];
      const origin = origins[panel.imageUrl] ?? "model";
      return {
        "@type": "ImageObject",
        contentUrl: absoluteUrl(panel.imageUrl),
        ...(panel.width && panel.height
          ? { width: pixels(panel.width), height: pixels(panel.height) }
          : {}),
        ...(panel.altText ? { caption: panel.altText } : {}),
        creditText,
        ...(origin === "photo" ? {} : { digitalSourceType: sourceTypes[origin] }),
      } satisfies ImageObject;
    }),
  );
}

const breadcrumbs = (steps: { name: string; path: string }[]) =>
  ({
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem" as const,
      position: index + 1,
      name,
      item: absoluteUrl(path),
    })),
  }) satisfies BreadcrumbList;

/** A published story with its panels, its author and its origin. */
export function storyData(story: Story, origins: Origins): Graph {
  const url = absoluteUrl(readingPath(story._id));
  const image = pictures(story, origins);
  const source = image.find((one) => one.digitalSourceType)?.digitalSourceType;
  const original = story.originalStoryId;
  const comic = {
    "@type": "ComicStory",
    "@id": `${url}#story`,
    url,
    mainEntityOfPage: url,
    name: story.title,
    description: excerpt(story.description, 500),
    author: person(story.userId),
    creator: { "@id": person(story.userId)["@id"] },
    dateCreated: story.createdAt,
    datePublished: story.publishedAt ?? story.createdAt,
    dateModified: lastChanged(story),
    ...(story.tags.length > 0 ? { keywords: story.tags.join(", ") } : {}),
    ...(image.length > 0 ? { image } : {}),
    ...(story.previewImage ? { thumbnailUrl: absoluteUrl(story.previewImage) } : {}),
    ...(source ? { digitalSourceType: source } : {}),
    ...(original
      ? {
          isBasedOn: {
            "@type": "ComicStory" as const,
            name: original.title,
            url: absoluteUrl(readingPath(original._id)),
          },
        }
      : {}),
    isAccessibleForFree: true,
    interactionStatistic: [
      counter("LikeAction", story.likeCount),
      counter("ReadAction", story.viewCount),
      counter("CreateAction", story.remixCount),
    ],
  } satisfies ComicStory;
  return graph([
    comic,
    breadcrumbs([
      { name: brand.name, path: "/" },
      { name: displayName(story.userId), path: profileHref(story.userId.username) },
      { name: story.title, path: readingPath(story._id) },
    ]),
  ]);
}

const listed = (card: StoryCard) =>
  ({
    "@type": "ComicStory",
    name: card.title,
    url: absoluteUrl(readingPath(card._id)),
    ...(card.previewImage ? { thumbnailUrl: absoluteUrl(card.previewImage) } : {}),
  }) satisfies ComicStory;

/** A person with their published stories. */
export function profileData(profile: Profile): Graph {
  const { user, stats, stories } = profile;
  const url = absoluteUrl(profileHref(user.username));
  const page = {
    "@type": "ProfilePage",
    "@id": url,
    url,
    dateCreated: user.createdAt,
    mainEntity: {
      ...person(user),
      agentInteractionStatistic: counter("WriteAction", stats.publishedStories),
    },
    ...(stories.length > 0
      ? {
          hasPart: stories
            .filter((story) => story.status === "published")
            .slice(0, 12)
            .map(listed),
        }
      : {}),
  } satisfies ProfilePage;
  return graph([
    page,
    breadcrumbs([
      { name: brand.name, path: "/" },
      { name: displayName(user), path: profileHref(user.username) },
    ]),
  ]);
}

/** The site, and its search. */
export function siteData(): Graph {
  const search: WithActionConstraints<SearchAction> = {
    "@type": "SearchAction",
    target: {
      "@type": "EntryPoint",
      urlTemplate: `${siteOrigin()}/search?q={search_term_string}`,
    },
    "query-input": "required name=search_term_string",
  };
  const site = {
    "@type": "WebSite",
    "@id": `${absoluteUrl("/")}#site`,
    name: brand.name,
    url: absoluteUrl("/"),
    description: brand.tagline,
    potentialAction: search,
  } satisfies WebSite;
  return graph([site]);
}
