/** Phases of extracting characters and locations from a description, as shown to the author. */
export type ExtractionPhase = "idle" | "extracting" | "generating-images" | "complete";

/** A running or completed extraction; it survives a reload. */
export interface Extraction {
  /** Ids of the entities that existed before. */
  before: string[];
  /** Ids of the entities found; null during the extraction. */
  found: string[] | null;
  /** The wizard no longer waits for their portraits. */
  isOver: boolean;
}

interface Drawable {
  _id: string;
  primaryImageUrl: string | null;
}

/** Counts the expected portraits and those completed. */
export function countPictures(
  extraction: Extraction,
  entities: Drawable[],
): { drawn: number; total: number } {
  const found = extraction.found ?? [];
  const byId = new Map(entities.map((entity) => [entity._id, entity]));
  // A deleted entity no longer counts.
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

/** Entities created since an extraction began, to recover its result after a reload. */
export const findNewEntityIds = (extraction: Extraction, entities: Drawable[]): string[] =>
  entities.map(({ _id }) => _id).filter((id) => !extraction.before.includes(id));
