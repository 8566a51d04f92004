/** What a painter is shown of a story: sizes, figures and their portraits. */
import { cutText } from "@/lib/ai/cut-text";
import type { PaintedFigure } from "@/lib/ai/painter";
import type { AspectRatio } from "@/lib/stories/schema";

/** Pixels of a panel's picture. */
export const pictureSize: Record<AspectRatio, { width: number; height: number }> = {
  "3:4": { width: 768, height: 1024 },
  "3:2": { width: 1024, height: 683 },
  square: { width: 1024, height: 1024 },
};

interface Sheet {
  id: string;
  seed: string;
  name: string;
  description: string;
  imagePrompt: string;
}

/** A character or place as a painter takes it; the seed keeps it the same from picture to picture. */
export const toFigure = (sheet: Sheet, portrait?: PaintedFigure["portrait"]): PaintedFigure => ({
  id: sheet.seed,
  name: sheet.name,
  description: cutText(`${sheet.imagePrompt} ${sheet.description}`, 2000),
  ...(portrait ? { portrait } : {}),
});

/**
 * Of whom a request should carry a portrait: characters in the order of the frame, then the place,
 * as many as the painter takes.
 */
export function wantedReferences(
  { characterIds, locationId }: { characterIds: string[]; locationId: string | null },
  most: number,
): { characterIds: string[]; locationIds: string[] } {
  const first = characterIds.slice(0, most);
  return {
    characterIds: first,
    locationIds: locationId && first.length < most ? [locationId] : [],
  };
}

/** Of whom it does: in the same order, those who have a portrait. */
export function chooseReferences<T extends { primaryMediaId: string | null }>(
  characters: T[],
  location: T | null,
  most: number,
): T[] {
  return [...characters, ...(location ? [location] : [])]
    .filter((sheet) => sheet.primaryMediaId !== null)
    .slice(0, most);
}

/** Says how close the picture comes, as the last line of what it shows. */
export const withShot = (prompt: string, shot: string | null): string =>
  shot ? `${prompt}\nShot: ${shot}.` : prompt;

/** Tells a painter that takes references who is on which of them. */
export function withReferenceNames(prompt: string, names: string[]): string {
  if (names.length === 0) return prompt;
  const map = names.map((name, index) => `image ${index + 1} shows ${name}`).join(", ");
  return `${prompt}\nReference pictures: ${map}. Keep faces, hair and clothes as they are there.`;
}
