/**
 * A long story is read in parts, each a page of its own: one page of five hundred scenes would be 30
 * MB long, and take seconds to make.
 */

/** Scenes of a part: up to 180 panels. */
const scenesPerPart = 30;

/** The part, from 1, in which a scene is read. */
export const partOfScene = (sceneNumber: number): number =>
  Math.max(1, Math.ceil(sceneNumber / scenesPerPart));

/** Numbers of the first and the last scene that a part may have. */
export const scenesIn = (part: number): { from: number; to: number } => ({
  from: (part - 1) * scenesPerPart + 1,
  to: part * scenesPerPart,
});

/** Where a part is read. */
export const partHref = (storyId: string, part: number): string =>
  part > 1 ? `/story/${storyId}/read/${part}` : `/story/${storyId}/read`;

/** Where a scene is read. */
export const sceneHref = (storyId: string, sceneNumber: number): string =>
  `${partHref(storyId, partOfScene(sceneNumber))}#scene-${sceneNumber}`;

/** Scenes by number, with how many panels each has. */
export type SceneCounts = { number: number; panels: number }[];

/** One of the parts of a story. */
export interface Part {
  /** From 1. */
  number: number;
  /** How many there are. */
  total: number;
  /** All scenes of the story that have something to read. */
  counts: SceneCounts;
}

/** The part of this number; null where there is none. */
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
