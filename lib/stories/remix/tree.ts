import type { Author } from "@/lib/accounts/schema";
import type { ImageDto } from "@/lib/media/schema";

/** Size of one page of a remix tree; every story links to a tree of its own. */
export const treeLimits = {
  /** Ancestors shown above the story. */
  above: 8,
  /** Remixes on a page below the story. */
  page: 12,
  /** Remixes shown for each remix, on each of two levels. */
  below: [3, 2],
  /** Last page that can be opened: bounds the offset of the query. */
  pages: 50,
} as const;

/** The address of a page of a story's remix tree. */
export const remixTreeHref = (storyId: string, page = 1): string =>
  page > 1 ? `/story/${storyId}/remixes/${page}` : `/story/${storyId}/remixes`;

/** A published story in the tree. */
export interface TreeStory {
  _id: string;
  title: string;
  author: Author;
  image: ImageDto;
  /** The `object-position` of the picture in a cover. */
  position: string;
  publishedAt: string | null;
  /** The changes by its author; null without a public original. */
  changes: string[] | null;
}

/** The facts by which a remix is compared with its original. */
export interface RemixFacts {
  title: string;
  artStyle: string;
  aspectRatio: string;
  scenes: number;
  /** The id of the cover's picture. */
  cover: string | null;
}

/** How a remix differs from its original as it is now, in a few words each. */
export function describeChanges(original: RemixFacts, remix: RemixFacts): string[] {
  const scenes = remix.scenes - original.scenes;
  const [sign, count] = scenes > 0 ? ["+", scenes] : ["\u2212", -scenes];
  return [
    remix.title !== original.title && "new title",
    scenes !== 0 && `${sign}${count} ${count === 1 ? "scene" : "scenes"}`,
    remix.artStyle !== original.artStyle && "other style",
    remix.aspectRatio !== original.aspectRatio && "other format",
    remix.cover !== original.cover && "new cover",
  ].filter((change) => change !== false);
}

/** A story of the tree with its own remixes. */
export interface Branch extends TreeStory {
  remixes: Branch[];
  /** It has more remixes than are shown. */
  hasMore: boolean;
}

/** Origin of the uppermost story, where it is not on this page. */
export type Origin =
  | { kind: "none" }
  /** Ancestors beyond this page, on that story's own tree. */
  | { kind: "more" }
  | { kind: "deleted"; title: string }
  | { kind: "unknown" };

export interface RemixTree {
  story: TreeStory;
  /** Ancestors from the top down to the direct origin. */
  above: TreeStory[];
  origin: Origin;
  remixes: Branch[];
  page: number;
  pages: number;
  /** All remixes, private ones included: the number beside 'Remix'. */
  remixCount: number;
  /** Published remixes, up to the limit of pages. */
  total: number;
}

/** Attaches rows to their parents; each parent may have one row more than is shown. */
export function attachRemixes(
  parents: readonly TreeStory[],
  children: readonly { parentId: string; branch: Branch }[],
  maxPerParent: number,
): Branch[] {
  return parents.map((story) => {
    const own = children.filter(({ parentId }) => parentId === story._id).map((it) => it.branch);
    return { ...story, remixes: own.slice(0, maxPerParent), hasMore: own.length > maxPerParent };
  });
}
