import { maxOf } from "@/lib/platform/min-max";
import { drawnGeometry } from "./bubble-geometry";
import { layoutSize } from "./bubble-placement";
import type { TextBubble } from "./bubble-schema";
import { pageBoxes, type Tier } from "./page-layout";

/** px, as CSS has them: of the gaps on a page (`--gutter`), and of a panel's frame. */
const page = { gap: 20, frame: 2 } as const;
/** px; smaller letters are hard to read. */
const legible = 12;

interface Lettered {
  textBubbles: readonly TextBubble[];
}

/** px. Width of a page at which its smallest letters are 12 px tall; 0 without any letters. */
export function legibleWidth(
  panels: readonly Lettered[],
  tiers: readonly Tier[],
  aspect: number,
): number {
  const size = layoutSize(aspect);
  const [with1, with0] = [1, 0].map((gap) => pageBoxes(tiers, { width: 1, gap, aspect }));
  const widths = panels.map(({ textBubbles }, index) => {
    const letters = textBubbles
      .filter(({ text }) => text.trim() !== "")
      .map((bubble) => drawnGeometry(bubble, size).fontSize);
    const share = with0?.[index]?.width ?? 1;
    const gaps = share - (with1?.[index]?.width ?? share);
    const shown = maxOf(letters.map((letter) => (legible * size.width) / letter));
    return letters.length > 0 ? (shown + 2 * page.frame + gaps * page.gap) / share : 0;
  });
  return Math.ceil(maxOf(widths, 0));
}
