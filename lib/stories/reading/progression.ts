import type { Story } from "../schema";
import type { PanelPosition, SceneCounts } from "./parts";
import type { Reading } from "./progress-schema";

const countPages = (counts: SceneCounts) => 1 + counts.reduce((sum, { panels }) => sum + panels, 0);

/** Fraction read, 0 to 1, as reading apps count, for which the cover is a page. */
export function toProgression(counts: SceneCounts, at: PanelPosition | "end"): number {
  if (at === "end") return 1;
  const before = counts.filter(({ number }) => number < at.scene);
  return Math.min(1, (countPages(before) + at.panel + 1) / countPages(counts));
}

/** The last panel read; null at the cover, at the first panel and at the end. */
export function fromProgression(counts: SceneCounts, progression: number): PanelPosition | null {
  const pages = countPages(counts);
  // Apps round: a position within a tenth of a page of the next one counts as there.
  const read = Math.floor(progression * pages + 0.1);
  if (read <= 2 || read >= pages) return null;
  let panel = read - 2;
  for (const { number, panels } of counts) {
    if (panel < panels) return { scene: number, panel };
    panel -= panels;
  }
  return null;
}

/** The target of a card of 'Continue reading': the first panel if the position is unknown. */
export function placeOf(
  counts: SceneCounts,
  at: PanelPosition | null,
): Pick<NonNullable<Reading["card"]>, "place" | "scenes" | "position"> {
  const position = at ?? { scene: counts[0]?.number ?? 1, panel: 0 };
  const place = counts.filter(({ number }) => number <= position.scene).length;
  return { place: Math.max(place, 1), scenes: counts.length, position };
}

/** The small cover in 'Continue reading'; null for a story for adults, which others may see there. */
export const readingCover = ({ rating, preview }: Pick<Story, "rating" | "preview">) =>
  rating === "mature" ? null : preview.srcSet.split(" ")[0] || preview.imageUrl;

/** The later of two sources for each story, the latest story first. */
export function combineReadings(account: readonly Reading[], device: readonly Reading[]) {
  const latest = new Map(account.map((reading) => [reading.storyId, reading]));
  for (const reading of device) {
    const known = latest.get(reading.storyId);
    if (!known || known.modified < reading.modified) latest.set(reading.storyId, reading);
  }
  return [...latest.values()].toSorted((a, b) => (a.modified < b.modified ? 1 : -1));
}
