/** How the people and places of a description come into the story, as its author is told. */
export type ExtractionPhase = "idle" | "extracting" | "generating-images" | "complete";

/** A search under way or done; what is kept of it survives a reload. */
export interface Extraction {
  /** Ids of everybody and everything that was there before. */
  before: string[];
  /** Ids of what was found, null while the search goes on. */
  found: string[] | null;
  /** Their pictures are no longer waited for. */
  isOver: boolean;
}

interface Drawable {
  _id: string;
  primaryImageUrl: string | null;
}

/** How many pictures are waited for, and how many of them are there. */
export function countPictures(
  extraction: Extraction,
  entities: Drawable[],
): { drawn: number; total: number } {
  const found = extraction.found ?? [];
  const byId = new Map(entities.map((entity) => [entity._id, entity]));
  // One that its author has deleted meanwhile is waited for no longer.
  const drawn = found.filter((id) => byId.get(id)?.primaryImageUrl !== null).length;
  return { drawn, total: found.length };
}

export function getExtractionPhase(
  extraction: Extraction | null,
  entities: Drawable[],
): ExtractionPhase {
  if (!extraction) return "idle";
  if (extraction.found === null) return "extracting";
  const { drawn, total } = countPictures(extraction, entities);
  return extraction.isOver || drawn >= total ? "complete" : "generating-images";
}

/** Who and what came in since a search began: how it is found again after a reload. */
export const findNewEntityIds = (extraction: Extraction, entities: Drawable[]): string[] =>
  entities.map(({ _id }) => _id).filter((id) => !extraction.before.includes(id));
