/**
 * A long story is read in parts, each a page of its own: a page of five hundred scenes would be 30
 * MB long, and take seconds to render.
 */

/** The position of a panel in a story. */
export interface PanelPosition {
  /** Number of the scene. */
  scene: number;
  /** Index of the panel in the scene, from 0. */
  panel: number;
}

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

/** The path of the reading page, or of a later part. */
export const readingPath = (storyId: string, part = 1): string =>
  part > 1 ? `/story/${storyId}/read/${part}` : `/story/${storyId}/read`;

/** The path of a scene. */
export const sceneHref = (storyId: string, sceneNumber: number): string =>
  `${readingPath(storyId, partOfScene(sceneNumber))}#scene-${sceneNumber}`;

/** The id of a panel's element, by its place among the scene's panels, from 0. */
export const panelId = ({ scene, panel }: PanelPosition): string =>
  `scene-${scene}-panel-${panel + 1}`;

/** The path of a panel; for the first one that of its scene, so that the title is visible. */
export const panelHref = (storyId: string, at: PanelPosition): string =>
  at.panel === 0
    ? sceneHref(storyId, at.scene)
    : `${readingPath(storyId, partOfScene(at.scene))}#${panelId(at)}`;

/** The path of a link to a panel, which has its own preview picture. */
export const sharedPanelPath = (storyId: string, at: PanelPosition): string =>
  `/story/${storyId}/panel/${at.scene}-${at.panel + 1}`;

/** The place in the hash of a scene or panel, as `#scene-3` and `#scene-3-panel-2`; else null. */
export function positionInHash(hash: string): PanelPosition | null {
  const [, scene, panel = "1"] = /^#scene-(\d+)(?:-panel-(\d+))?$/.exec(hash) ?? [];
  return Number(scene) ? { scene: Number(scene), panel: Math.max(Number(panel) - 1, 0) } : null;
}

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
