import type { Author } from "@/lib/accounts/schema";
import type { ImageDto } from "@/lib/media/schema";

/** How much of a remix tree stands on one page; every story leads on to a tree of its own. */
export const treeLimits = {
  /** Stories above. */
  above: 8,
  /** Remixes below, on a page. */
  page: 12,
  /** Remixes of each of those, and of each of these in turn. */
  below: [3, 2],
  /** Pages that can be reached: no place in the list is looked for further down than this. */
  pages: 50,
} as const;

/** A published story as a leaf of the tree. */
export interface TreeStory {
  _id: string;
  title: string;
  author: Author;
  image: ImageDto;
  /** Where in a cover the picture stands: its `object-position`. */
  position: string;
  publishedAt: string | null;
}

/** With what grew out of it. */
export interface Branch extends TreeStory {
  remixes: Branch[];
  /** There are others than these. */
  hasMore: boolean;
}

/** What the uppermost story came from, where that is not on the page itself. */
export type Origin =
  | { kind: "none" }
  /** Further up, on that story's own page. */
  | { kind: "more" }
  | { kind: "deleted"; title: string }
  | { kind: "unknown" };

export interface RemixTree {
  story: TreeStory;
  /** From the story at the top down to the one that this was made from. */
  above: TreeStory[];
  origin: Origin;
  remixes: Branch[];
  page: number;
  pages: number;
  /** Remixes of any kind, also those that are for nobody to see: the number beside 'Remix'. */
  remixCount: number;
  /** Published remixes, at most as many as can be reached. */
  total: number;
}

/** Hangs rows under their parents; of each parent there may be one more than is shown. */
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
