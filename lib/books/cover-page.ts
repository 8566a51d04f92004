import { displayName } from "@/lib/accounts/display-name";
import { aspectOf } from "@/lib/scenes/aspect";
import { markOf } from "./credits";
import { type BookPage, type PlacedLine, type PlacedPanel, paint } from "./page-model";
import type { BookSource } from "./source-queries";
import { fonts, layoutParagraph, type PageFrame } from "./text-layout";

/**
 * Shares of the page's height: the picture takes at most `most`, and a long title shrinks until it
 * leaves `least`.
 */
const picture = { most: 0.66, least: 0.3 } as const;
/** Least size of a title, as a share of the width. */
const minTitleSize = 0.03;

/** The text of a cover, laid out from the upper edge down. */
function wordsOf(source: BookSource, { width, margin, inner }: PageFrame, titleSize: number) {
  const at = { x: width / 2, width: inner };
  const heading = layoutParagraph(
    source.title,
    { ...at, y: margin * 0.7 },
    { font: fonts.display, size: titleSize, fill: paint.ink, level: 1, spacing: 1.1 },
  );
  const by = layoutParagraph(
    `by ${displayName(source.author)}`,
    { ...at, y: heading.bottom + inner * 0.02 },
    { font: fonts.strong, size: inner * 0.04, fill: paint.ink },
  );
  const foot = layoutParagraph(
    markOf(source),
    { ...at, y: by.bottom },
    { font: fonts.text, size: Math.max(7, inner * 0.024), fill: paint.soft },
  );
  return { above: [...heading.lines, ...by.lines], foot: foot.lines, bottom: foot.bottom };
}

const lower = (lines: readonly PlacedLine[], by: number) =>
  lines.map((line) => ({ ...line, y: line.y + by }));

/**
 * The cover: the picture to the edges, title and author below. The text is laid out first, because
 * all of it must be visible.
 */
export function coverPage(source: BookSource, sheet: PageFrame): BookPage {
  const { width, margin, inner } = sheet;
  const shown = source.preview;
  const height = sheet.height ?? Number.POSITIVE_INFINITY;
  let titleSize = inner * (source.title.length > 60 ? 0.06 : 0.095);
  let words = wordsOf(source, sheet, titleSize);
  const room = () => height - margin - words.bottom;
  const least = shown && sheet.height !== null ? picture.least * height : 0;
  while (room() < least && titleSize > inner * minTitleSize) {
    titleSize *= 0.9;
    words = wordsOf(source, sheet, titleSize);
  }
  const natural = width / aspectOf[source.aspectRatio];
  const high = shown ? Math.max(0, Math.min(natural, picture.most * height, room())) : 0;
  const box = { x: 0, y: 0, width, height: high };
  // At the foot of a page, but right below the author on a strip.
  const footBy = sheet.height === null ? high + margin : Math.max(high, room());
  const panels: PlacedPanel[] = shown
    ? [
        {
          outer: box,
          inner: box,
          frame: { width: 0, radius: 0 },
          picture: shown,
          altText: `Cover picture of ${source.title}`,
          bubbles: [],
          lettering: { x: 0, y: 0, scale: 1, size: { width, height: high } },
          name: "Cover",
        },
      ]
    : [];
  return {
    kind: "cover",
    name: "Cover",
    width,
    height: sheet.height ?? words.bottom + footBy + margin,
    opens: null,
    panels,
    lines: [...lower(words.above, high), ...lower(words.foot, footBy)],
  };
}
