import type { PanelPosition, SceneCounts } from "./reading-parts";

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
