import "server-only";
import { mediaUrlOf, variantsOf } from "@/lib/media/urls";
import { absoluteUrl } from "@/lib/platform/site";
import { mediaTypeOf } from "@/lib/platform/storage/media-types";
import { bookTypes, mediaTypes } from "./media-types";
import { coverAspect, drawnWidth } from "./pages";
import { authenticationPath, bookPath, manifestPath, pagePath, progressionPath } from "./urls";
import type { Work } from "./work-queries";

export interface Link {
  href: string;
  type?: string;
  rel?: string | string[];
  title?: string;
  templated?: boolean;
  width?: number;
  height?: number;
  properties?: Record<string, unknown>;
}

/**
 * Acquisition links of a story, the best first: page streaming, then files, unless it has no
 * picture.
 */
export const acquisitions = ({ id, hasBooks }: Work): { href: string; type: string }[] => [
  { href: absoluteUrl(manifestPath(id)), type: mediaTypes.divina },
  ...Object.entries(hasBooks ? bookTypes : {}).map(([format, type]) => ({
    href: absoluteUrl(bookPath(id, format)),
    type,
  })),
];

/** The endpoint that stores a reader's progress in a story, and its sign-in document. */
export const progressionLink = (storyId: string): Link => ({
  rel: "http://opds-spec.org/progression",
  href: absoluteUrl(progressionPath(storyId)),
  type: mediaTypes.progression,
  properties: {
    authenticate: { href: absoluteUrl(authenticationPath), type: mediaTypes.authentication },
  },
});

/** Widths of covers as JPEG for reading apps without WebP. */
const coverWidths = { thumbnail: 320, image: 1080 } as const;

/** The cover as JPEG, by its purpose. */
export const coverOf = ({ id, cover }: Work, use: keyof typeof coverWidths): Link | null => {
  if (!cover) return null;
  const width = drawnWidth(cover.width, coverWidths[use]);
  return {
    href: absoluteUrl(pagePath(id, 0, width)),
    type: "image/jpeg",
    width,
    height: Math.round(width / coverAspect(cover)),
  };
};

/** Cover of a draft without a picture: a catalogue entry requires one. */
const noCover = (): Link => ({ href: absoluteUrl("/apple-icon.png"), type: "image/png" });

/** The cover in every available width: as JPEG for all apps, then each stored encoding. */
export function coverImages(work: Work): Link[] {
  const { cover, isPublic } = work;
  if (!cover) return [noCover()];
  const drawn = [coverOf(work, "image"), coverOf(work, "thumbnail")].filter(
    (link) => link !== null,
  );
  // Stored objects of a draft are only accessible to its author's browser.
  if (!isPublic) return drawn;
  const url = mediaUrlOf(cover);
  const own: Link = {
    href: absoluteUrl(url),
    type: mediaTypeOf(url.slice("/media/".length)) ?? "image/webp",
    width: cover.width ?? undefined,
    height: cover.height ?? undefined,
  };
  return [
    ...drawn,
    own,
    ...variantsOf(cover).map(({ key, mediaType, width, height }) => ({
      href: absoluteUrl(`/media/${key}`),
      type: mediaType,
      width,
      height,
    })),
  ];
}
