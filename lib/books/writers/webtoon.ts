import { maxOf } from "@/lib/platform/min-max";
import "server-only";
import type { ZipEntry } from "@/lib/platform/zip";
import { fileEntry, numbered, type OnProgress, textEntry } from "../files";
import type { Book, BookPage, PlacedPanel } from "../page-model";
import { pagePicture } from "../page-picture";

/** WEBTOON's limits: pixels per picture, bytes and pictures per episode. */
export const webtoonLimits = {
  width: 800,
  height: 1280,
  bytes: 20_000_000,
  pictures: 100,
} as const;

/** A part of a page that must not be cut: a panel or a line. */
interface Block {
  top: number;
  bottom: number;
  panel: PlacedPanel | null;
  lines: BookPage["lines"];
}

function blocksOf(page: BookPage): Block[] {
  const panels = page.panels.map((panel) => ({
    top: panel.outer.y,
    bottom: panel.outer.y + panel.outer.height,
    panel,
    lines: [],
  }));
  const lines = page.lines.map((line) => ({
    top: line.y - line.size,
    bottom: line.y + line.size * 0.35,
    panel: null,
    lines: [line],
  }));
  return [...panels, ...lines].toSorted((a, b) => a.top - b.top);
}

const shifted = (panel: PlacedPanel, by: number): PlacedPanel => ({
  ...panel,
  outer: { ...panel.outer, y: panel.outer.y + by },
  inner: { ...panel.inner, y: panel.inner.y + by },
  lettering: { ...panel.lettering, y: panel.lettering.y + by },
});

/** Splits a strip into slices of at most `highest` points, between panels and lines only. */
export function slices(page: BookPage, highest: number): BookPage[] {
  const cuts: { from: number; blocks: Block[] }[] = [];
  for (const block of blocksOf(page)) {
    const last = cuts.at(-1);
    if (last && block.bottom - last.from <= highest) last.blocks.push(block);
    else
      cuts.push({
        from: last ? Math.max(block.top, lowestBottom(last.blocks)) : 0,
        blocks: [block],
      });
  }
  return cuts.map(({ from, blocks }, index) => {
    const next = cuts[index + 1];
    const to = Math.min(next ? next.from : page.height, from + highest);
    return {
      ...page,
      name: index === 0 ? page.name : `${page.name} (continued)`,
      opens: index === 0 ? page.opens : null,
      height: to - from,
      panels: blocks.flatMap(({ panel }) => (panel ? [shifted(panel, -from)] : [])),
      lines: blocks.flatMap(({ lines }) => lines.map((line) => ({ ...line, y: line.y - from }))),
    };
  });
}

const lowestBottom = (blocks: readonly Block[]) => maxOf(blocks.map(({ bottom }) => bottom));

/**
 * The strips of a story, in one folder per episode if an episode cannot hold them all.
 * @param book laid out for a phone
 */
export async function* webtoonFiles(book: Book, onProgress: OnProgress): AsyncGenerator<ZipEntry> {
  const { width, height, bytes: maxBytes, pictures } = webtoonLimits;
  const strips = book.pages.flatMap((page) => slices(page, (height / width) * page.width));
  const episodes = Math.ceil(strips.length / pictures);
  for (const [index, strip] of strips.entries()) {
    const inEpisode = Math.min(pictures, strips.length - Math.floor(index / pictures) * pictures);
    const { bytes } = await pagePicture(
      strip,
      width,
      book,
      Math.floor((maxBytes * 0.98) / inEpisode),
    );
    const folder = episodes > 1 ? `part-${Math.floor(index / pictures) + 1}/` : "";
    yield fileEntry(book, `${folder}${numbered(index % pictures, pictures)}.jpg`, bytes);
    await onProgress(index + 1, strips.length);
  }
  yield textEntry(book, "about.txt", aboutText(book, strips.length));
}

const aboutText = (book: Book, strips: number) =>
  `${book.title}
by ${book.author}

${book.description}

${strips} pictures, ${webtoonLimits.width} pixels wide. Upload those of one folder as one episode, in the order of their names.

${book.disclosure.join("\n")}
${book.address}
`;
