import { readingPath } from "@/lib/stories/reading/parts";
import "server-only";
import { displayName } from "@/lib/accounts/display-name";
import { absoluteUrl } from "@/lib/platform/site";
import { languageOf } from "@/lib/platform/text/language";
import { progressionLink } from "./links";
import { mediaTypes } from "./media-types";
import { pageSizes } from "./pages";
import { listPath, manifestPath, pagePath } from "./urls";
import type { Work, WorkPage } from "./work-queries";

/** Metadata of a story that OPDS 2.0 and WebPub manifests share. */
export const metadataOf = (work: Work) => ({
  "@type": "http://schema.org/ComicStory",
  identifier: `urn:uuid:${work.id}`,
  title: work.title,
  author: [
    {
      name: displayName(work),
      links: [
        {
          href: absoluteUrl(listPath("2.0", { author: work.username })),
          type: mediaTypes.feed2,
        },
      ],
    },
  ],
  language: languageOf(`${work.title} ${work.description}`),
  description: work.description,
  ...(work.tags.length > 0 && {
    subject: work.tags.map((tag) => ({
      name: tag,
      links: [{ href: absoluteUrl(listPath("2.0", { tag })), type: mediaTypes.feed2 }],
    })),
  }),
  ...(work.publishedAt && { published: work.publishedAt }),
  modified: work.changedAt,
  ...(work.pages > 0 && { numberOfPages: work.pages }),
});

/**
 * A story for paging through: a Divina manifest (Readium) of its cover and its panels, in order.
 */
export function divinaManifest({ work, pages }: { work: Work; pages: WorkPage[] }) {
  const first = work.cover ? 1 : 0;
  const sizes = pageSizes(work, pages);
  const hrefOf = (page: number) => absoluteUrl(pagePath(work.id, page));
  const titles = [
    ...(work.cover ? [`Cover of ${work.title}`] : []),
    ...pages.map(
      ({ sceneNumber, panelNumber, altText }) =>
        altText || `Scene ${sceneNumber}, panel ${panelNumber}`,
    ),
  ];
  return {
    "@context": "https://readium.org/webpub-manifest/context.jsonld",
    metadata: {
      ...metadataOf(work),
      conformsTo: "https://readium.org/webpub-manifest/profiles/divina",
      readingProgression: "ltr",
    },
    links: [
      { rel: "self", href: absoluteUrl(manifestPath(work.id)), type: mediaTypes.divina },
      ...(work.isPublic
        ? [{ rel: "alternate", href: absoluteUrl(readingPath(work.id)), type: "text/html" }]
        : []),
      progressionLink(work.id),
    ],
    readingOrder: sizes.map((size, page) => ({
      ...(page < first && { rel: "cover" }),
      href: hrefOf(page),
      type: "image/jpeg",
      ...size,
      // Alternative text of the picture: the only text that a link of a manifest has.
      title: titles[page],
    })),
    toc: pages.flatMap(({ sceneId, sceneNumber, sceneTitle }, index) =>
      pages[index - 1]?.sceneId === sceneId
        ? []
        : [{ href: hrefOf(index + first), title: sceneTitle || `Scene ${sceneNumber}` }],
    ),
  };
}
