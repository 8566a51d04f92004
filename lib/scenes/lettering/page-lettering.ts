import { maxOf, minOf } from "@/lib/platform/min-max";
import { bubbleScale, drawnGeometry, type PanelLayout } from "../bubbles/geometry";
import { layoutSize, placementWidth } from "../bubbles/placement";
import type { TextBubble } from "../bubbles/schema";
import { pageBoxes, type Tier } from "../panels/page-layout";

/** px, as in comic.css: width of a large page, its gaps and the frames of its panels. */
const page = { width: 1080, gap: 20, frame: 2 } as const;
/** px; smaller letters are hard to read. */
const legible = 12;

interface LetteredPanel {
  textBubbles: readonly TextBubble[];
}

/** How a scene's page is lettered. */
export interface PageLettering {
  /** For each panel, the layout of its bubbles; `layoutSize` for a panel alone. */
  layouts: PanelLayout[];
  /**
   * px. Width of the page at which its smallest letters are 12 px tall; 0 where it has no letters.
   */
  legibleWidth: number;
}

const known = new Map<string, PanelLayout>();

/** The same object for a width and an aspect ratio, so that memoised components do not render again. */
function layoutAt(width: number, aspect: number): PanelLayout {
  const key = `${width} ${aspect}`;
  const layout = known.get(key) ?? {
    width,
    height: width / aspect,
    scale: bubbleScale(placementWidth),
    alone: layoutSize(aspect),
  };
  known.set(key, layout);
  return layout;
}

/** The width of the picture within the frame of a panel that is this wide. */
const pictureWidth = (outer: number, aspect: number) =>
  outer - 2 * page.frame * Math.max(1, aspect);

/**
 * Gives a page one size of letters: the smallest panel is laid out as if it were alone, and a larger
 * one gets more width for the same letters.
 * @param isOneSize also for panels with bubbles that the author placed; otherwise their letters grow
 * with the panel
 */
export function letterPage(
  panels: readonly LetteredPanel[],
  tiers: readonly Tier[],
  aspect: number,
  isOneSize: boolean,
): PageLettering {
  const alone = layoutSize(aspect);
  const boxes = pageBoxes(tiers, { ...page, aspect });
  const widths = boxes.map(({ width }) => pictureWidth(width, aspect));
  const smallest = minOf(widths);
  const layouts = panels.map(({ textBubbles }, index): PanelLayout => {
    const ratio = (widths[index] ?? smallest) / smallest;
    const isKept = !isOneSize && textBubbles.some(({ byHand }) => byHand);
    if (isKept || ratio < 1.001) return alone;
    return layoutAt(Math.round(alone.width * ratio * 10) / 10, aspect);
  });
  return { layouts, legibleWidth: legibleWidth(panels, layouts, tiers, aspect) };
}

function legibleWidth(
  panels: readonly LetteredPanel[],
  layouts: readonly PanelLayout[],
  tiers: readonly Tier[],
  aspect: number,
): number {
  const [gapless, gapped] = [0, 1].map((gap) => pageBoxes(tiers, { width: 1, gap, aspect }));
  const widths = panels.map(({ textBubbles }, index) => {
    const layout = layouts[index] ?? layoutSize(aspect);
    const letters = textBubbles
      .filter(({ text }) => text.trim() !== "")
      .map((bubble) => drawnGeometry(bubble, layout).fontSize);
    if (letters.length === 0) return 0;
    const share = gapless?.[index]?.width ?? 1;
    const gaps = share - (gapped?.[index]?.width ?? share);
    const picture = (legible * layout.width) / minOf(letters);
    return (picture - pictureWidth(0, aspect) + gaps * page.gap) / share;
  });
  return Math.ceil(maxOf(widths, 0));
}
