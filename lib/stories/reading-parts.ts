/**
 * A long story is read in parts, each a page of its own: a page of five hundred scenes would be 30
 * MB long, and take seconds to render.
 */

/** Scenes of a part: up to 180 panels. */
const scenesPerPart = 30;

/** The number, from 1, of the part that contains a scene. */
export const partOfScene = (sceneNumber: number): number =>
  Math.max(1, Math.ceil(sceneNumber / scenesPerPart));

/** Numbers of the first and the last scene of a part. */
export const scenesIn = (part: number): { from: number; to: number } => ({
  from: (part - 1) * scenesPerPart + 1,
  to: part * scenesPerPart,
});

/** The path of a part. */
export const partHref = (storyId: string, part: number): string =>
  part > 1 ? `/story/${storyId}/read/${part}` : `/story/${storyId}/read`;

/** The path of a scene. */
export const sceneHref = (storyId: string, sceneNumber: number): string =>
  `${partHref(storyId, partOfScene(sceneNumber))}#scene-${sceneNumber}`;

/** Scenes by number, with the number of panels of each. */
export type SceneCounts = { number: number; panels: number }[];

/** One of the parts of a story. */
export interface Part {
  /** From 1. */
  number: number;
  /** Number of parts. */
  total: number;
  /** All readable scenes of the story. */
  counts: SceneCounts;
}

/** The part with this number, or null. */
export function partOf(counts: SceneCounts, number: number): Part | null {
  const total = partOfScene(counts.at(-1)?.number ?? 1);
  return number >= 1 && number <= total ? { number, total, counts } : null;
}

/** 'Scenes 31–60'; the last part ends with the last scene. */
export function partTitle({ counts }: Part, number: number): string {
  const { from, to } = scenesIn(number);
  const last = Math.min(to, counts.at(-1)?.number ?? to);
  return from === last ? `Scene ${from}` : `Scenes ${from}–${last}`;
}
