import { displayName } from "@/lib/accounts/display-name";
import { languageOf } from "@/lib/platform/text/language";
import { aspectOf } from "@/lib/scenes/aspect";
import { grown } from "@/lib/scenes/bubbles/boxes";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { Box } from "@/lib/scenes/bubbles/path";
import { layoutSize } from "@/lib/scenes/bubbles/placement";
import { letterPage } from "@/lib/scenes/lettering/page-lettering";
import {
  bottomOf,
  isColumn,
  pageBoxes,
  pageTiers,
  panelsIn,
  type Tier,
} from "@/lib/scenes/panels/page-layout";
import { coverPage } from "./cover-page";
import { creditsOf, disclosureOf, isMadeWithAi } from "./credits";
import type { PageSize } from "./formats";
import { type Book, type BookPage, type PlacedPanel, paint, readingPage } from "./page-model";
import type { BookSource, SourcePanel } from "./source-queries";
import { fonts, layoutParagraph, type PageFrame, pageFrameOf } from "./text-layout";

/**
 * A scene that fits a page at this scale or above is shrunk; a longer one continues on the next
 * page.
 */
const minScale = 0.72;

/** Places a panel; its bubbles are laid out as on the reading page. */
function placePanel(
  panel: SourcePanel,
  outer: Box,
  laidOut: { layout: PanelLayout; unit: number; name: string },
): PlacedPanel {
  const { layout: size, unit, name } = laidOut;
  const frame = { width: readingPage.frame * unit, radius: readingPage.radius * unit };
  const inner = grown(outer, -frame.width);
  const scale = Math.min(inner.width / size.width, inner.height / size.height);
  return {
    outer,
    inner,
    frame,
    picture: panel.image,
    altText: panel.altText,
    bubbles: panel.textBubbles,
    lettering: {
      x: inner.x + (inner.width - size.width * scale) / 2,
      y: inner.y + (inner.height - size.height * scale) / 2,
      scale,
      size,
    },
    name,
  };
}

interface Part {
  tiers: Tier[];
  from: number;
}

/** Splits a scene's tiers into pages: all on one if they fit, else as many per page as fit. */
function partsOf(tiers: Tier[], room: number | null, heightFor: (tiers: Tier[]) => number): Part[] {
  if (room === null || heightFor(tiers) * minScale <= room) return [{ tiers, from: 0 }];
  const parts: Part[] = [];
  let from = 0;
  for (const tier of tiers) {
    const last = parts.at(-1);
    if (last && heightFor([...last.tiers, tier]) * minScale <= room) last.tiers.push(tier);
    else parts.push({ tiers: [tier], from });
    from += panelsIn(tier);
  }
  return parts;
}

function scenePages(
  source: BookSource,
  scene: BookSource["scenes"][number],
  sheet: PageFrame,
): BookPage[] {
  const aspect = aspectOf[source.aspectRatio];
  const { width, margin, inner } = sheet;
  const composed = pageTiers(scene.panels.length, aspect, scene.layout);
  // On a phone a scene is a strip, as on the reading page.
  const isStrip = sheet.height === null;
  const tiers: Tier[] = isStrip ? scene.panels.map(() => "row-1") : composed;
  const { layouts } = letterPage(scene.panels, tiers, aspect, source.oneLetterSize);
  const unit = inner / (isStrip ? 390 : readingPage.width);
  const gap = readingPage.gap * unit * (isStrip ? 0.6 : 1);
  const title = scene.title.trim();
  const name = title || `Scene ${scene.sceneNumber}`;
  const heading = title
    ? layoutParagraph(
        title,
        { x: width / 2, y: margin, width: inner },
        { font: fonts.strong, size: Math.max(9, inner * 0.026), fill: paint.ink, level: 2 },
      )
    : { lines: [], bottom: margin };
  const top = title ? heading.bottom + gap * 0.6 : margin;
  // `pageBoxes` makes a column two thirds wide; a page of a book gives it the full width.
  const across = (part: readonly Tier[]) => (isColumn(part) ? inner * 1.5 : inner);
  const heightFor = (part: Tier[]) =>
    bottomOf(pageBoxes(part, { width: across(part), gap, aspect }));
  const room = sheet.height === null ? null : sheet.height - top - margin;
  const parts = partsOf(tiers, room, heightFor);
  return parts.map((part, index) => {
    const isFirst = index === 0;
    const natural = across(part.tiers);
    const high = heightFor(part.tiers);
    const scale = room === null ? 1 : Math.min(1, room / high);
    const used = natural * scale;
    const begin = isFirst ? top : margin;
    const space = sheet.height === null ? high : sheet.height - begin - margin;
    // Slightly above the middle, the optical centre; the title moves along.
    const spare = Math.max(0, space - high * scale) * 0.4;
    const shiftY = begin + spare;
    const boxes = pageBoxes(part.tiers, { width: used, gap: gap * scale, aspect });
    const panels = boxes.flatMap((box, position) => {
      const panel = scene.panels[part.from + position];
      if (!panel) return [];
      const outer = { ...box, x: box.x + (width - used) / 2, y: box.y + shiftY };
      return placePanel(panel, outer, {
        layout: layouts[part.from + position] ?? layoutSize(aspect),
        unit,
        name: `Scene ${scene.sceneNumber}, panel ${panel.panelNumber}`,
      });
    });
    return {
      kind: "scene" as const,
      name: isFirst ? name : `${name} (continued)`,
      width,
      height: sheet.height ?? shiftY + high + margin,
      opens: isFirst ? name : null,
      panels,
      lines: isFirst ? heading.lines.map((line) => ({ ...line, y: line.y + spare })) : [],
    };
  });
}

function creditsPage(source: BookSource, sheet: PageFrame): BookPage {
  const { width, margin, inner } = sheet;
  const size = Math.max(8, inner * 0.03);
  let { lines, bottom } = layoutParagraph(
    source.title,
    { x: width / 2, y: margin * 2, width: inner },
    { font: fonts.display, size: size * 2, fill: paint.ink, level: 2, spacing: 1.1 },
  );
  for (const paragraph of creditsOf(source)) {
    const set = layoutParagraph(
      paragraph,
      {
        x: width / 2,
        y: bottom + size * 0.9,
        width: inner * (/^https?:/.test(paragraph) ? 1 : 0.86),
      },
      { font: fonts.text, size, fill: paint.ink },
    );
    lines = [...lines, ...set.lines];
    bottom = set.bottom;
  }
  return {
    kind: "credits",
    name: "Credits",
    width,
    height: sheet.height ?? bottom + margin * 2,
    opens: null,
    panels: [],
    lines,
  };
}

/** Lays out a story on pages of a size: cover, scenes as their author composed them, credits. */
export function layoutBook(
  source: BookSource,
  size: PageSize,
  remixedFrom: Book["remixedFrom"] = [],
): Book {
  const sheet = pageFrameOf(size);
  const words = source.scenes.flatMap(({ panels }) =>
    panels.flatMap(({ textBubbles }) => textBubbles.map((bubble) => bubble.text)),
  );
  return {
    title: source.title,
    series: source.title,
    author: displayName(source.author),
    description: source.description,
    tags: source.tags,
    rating: source.rating,
    language: languageOf(words.join(" ") || source.title),
    address: source.address,
    storyId: source.id,
    date: source.publishedAt ?? source.createdAt,
    isStrip: sheet.height === null,
    isMadeWithAi: isMadeWithAi(source),
    disclosure: disclosureOf(source),
    remixedFrom,
    pages: [
      coverPage(source, sheet),
      ...source.scenes.flatMap((scene) => scenePages(source, scene, sheet)),
      creditsPage(source, sheet),
    ],
  };
}
