import "server-only";
import { setImmediate } from "node:timers/promises";
import { composeSheet } from "@/lib/media/compose";
import type { PixelBox } from "@/lib/media/repair/crop";
import { brand } from "@/lib/platform/brand";
import { lineSvg } from "@/lib/scenes/lettering/bubble-svg";
import { directionOf, type LetteringFont, letteringOf } from "@/lib/scenes/lettering/font-fallback";
import { loadShaper } from "@/lib/scenes/lettering/font-files";
import { balanceLines, unbreakableParts } from "@/lib/scenes/lettering/line-breaking";
import { measureText } from "@/lib/scenes/lettering/measure-text";
import { longestBeginning, oneLine } from "./excerpt";
import { shareSize } from "./share-picture-version";

/** Bytes. Messengers do not load larger pictures. */
const maxBytes = 300_000;

/** The light theme, and the drawing's measures in px. */
const paper = "#faf5ea";
const ink = "#17130e";
const inkSoft = "#5c5347";
const yellow = "#ffcf33";
const column = { left: 56, width: 460 };
const title = { top: 72, height: 372, sizes: [116, 100, 88, 78, 70, 60, 52, 44, 38] };
const lineHeight = 1.06;
const gap = 16;
const sheet = { left: 560, top: 40, width: 600, height: 550 };

const titleFont: LetteringFont = { family: "Bangers", weight: 400 };
const runningFont: LetteringFont = { family: "Comic Neue", weight: 700 };

/** One picture fills the sheet; two are side by side; of three, the first is larger. */
function places(count: number, aspect: number | undefined): PixelBox[] {
  const { left, top, width, height } = sheet;
  if (aspect) {
    // Whole pixels, as pictures are composed.
    const shown = Math.floor(Math.min(width, height * aspect));
    const high = Math.floor(shown / aspect);
    const middle = top + Math.floor((height - high) / 2);
    return [{ left: left + width - shown, top: middle, width: shown, height: high }];
  }
  if (count < 2) return [sheet];
  if (count === 2) {
    const half = (width - gap) / 2;
    return [
      { left, top, width: half, height },
      { left: left + half + gap, top, width: half, height },
    ];
  }
  const large = 344;
  const small = {
    left: left + large + gap,
    width: width - large - gap,
    height: (height - gap) / 2,
  };
  return [
    { left, top, width: large, height },
    { ...small, top },
    { ...small, top: top + small.height + gap },
  ];
}

/** Fits a text on one line, with an ellipsis where it is cut. */
function fitted(text: string, font: LetteringFont, size: number, width: number): string {
  if (measureText(text, font, size) <= width) return text;
  const fitting = longestBeginning(
    text,
    (beginning) => measureText(`${beginning}…`, font, size) <= width,
  );
  return `${fitting.trimEnd()}…`;
}

/**
 * The largest lettering in which the title fits without dividing a word; otherwise it is cut at the
 * end.
 */
function titleLines(text: string, display: LetteringFont): { lines: string[]; size: number } {
  const words = unbreakableParts(text);
  const smallest = title.sizes.at(-1) ?? 38;
  for (const size of title.sizes) {
    const room = Math.floor(title.height / (size * lineHeight));
    const lines = balanceLines(text, column.width, display, size, measureText);
    const isWhole = words.every((word) => measureText(word, display, size) <= column.width);
    if (lines.length <= room && (isWhole || size === smallest)) return { lines, size };
  }
  const room = Math.floor(title.height / (smallest * lineHeight));
  const lines = balanceLines(text, column.width, display, smallest, measureText);
  const last = `${lines[room - 1] ?? ""}${lines[room] ?? ""}…`;
  return {
    lines: [...lines.slice(0, room - 1), fitted(last, display, smallest, column.width)],
    size: smallest,
  };
}

/** A line, aligned to the side where its script begins. */
function line(text: string, y: number, font: LetteringFont, size: number, fill: string): string {
  const width = measureText(text, font, size);
  const x =
    directionOf(text) === "rtl" ? column.left + column.width - width / 2 : column.left + width / 2;
  return lineSvg({ text, x, y }, font, size, fill);
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}">${content}</svg>`;

/** The mark of the header: a bubble whose tail is a pen's nib. */
const mark = (x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M26 4C37.5 4 45 10 45 18.5C45 27.5 37 34 26 34C25 34 24 34 23 33.9L8.5 45L12.5 30.3C7 27.5 4 23.5 4 18.5C4 10 14 4 26 4Z" fill="${yellow}" stroke="${ink}" stroke-width="3.5" stroke-linejoin="round"/><path d="M8.5 45L12.5 30.3C13.5 26.5 16 24 19 22.5L25.5 30C24.8 31.6 24 33 23 33.9Z" fill="${ink}"/><path d="M10.5 42.5L17.3 33" stroke="${yellow}" stroke-width="1.6" stroke-linecap="round"/><circle cx="18.6" cy="31" r="2.1" fill="${yellow}"/></g>`;

/** Halftone dots behind the title, and hard shadows of the panels. */
function ground(frames: PixelBox[]): string {
  const dots = `<defs><pattern id="dots" width="14" height="14" patternUnits="userSpaceOnUse"><circle cx="7" cy="7" r="2.2" fill="${yellow}" fill-opacity=".5"/></pattern></defs><path d="M0 0H540L360 630H0Z" fill="url(#dots)" opacity=".55"/>`;
  const shadows = frames
    .map(
      ({ left, top, width, height }) =>
        `<rect x="${left + 8}" y="${top + 8}" width="${width}" height="${height}" rx="6" fill="${ink}"/><rect x="${left}" y="${top}" width="${width}" height="${height}" rx="6" fill="#fffdf7"/>`,
    )
    .join("");
  return svg(dots + shadows);
}

interface ShareDrawing {
  title: string;
  /** Below the title; null omits it. */
  author: string | null;
  pictures: { bytes: Uint8Array; mediaType: string; path: string; title: string }[];
  /** Width divided by height, to show a single picture whole. */
  aspect?: number;
  /** The stories that it was remixed from, the nearest first. */
  remixedFrom?: { title: string; path?: string }[];
}

/** The picture of a link preview: first panels, title, author. */
export async function drawSharePicture({
  title: text,
  author,
  pictures,
  aspect,
  remixedFrom = [],
}: ShareDrawing) {
  await loadShaper();
  const frames = places(pictures.length, aspect);
  const name = oneLine(text).normalize("NFC") || brand.name;
  const display = letteringOf(name, titleFont);
  const { lines, size } = titleLines(name, display);
  let letters = "";
  for (const [index, each] of lines.entries()) {
    // Outlining a Japanese line takes long: other requests get their turn between lines.
    await setImmediate();
    letters += line(each, title.top + size * (0.86 + index * lineHeight), display, size, ink);
  }
  const under = title.top + size * lineHeight * lines.length + 34;
  const credit = `by ${oneLine(author ?? "").normalize("NFC")}`;
  const running = letteringOf(credit, runningFont);
  const by = author
    ? line(fitted(credit, running, 30, column.width), under, running, 30, inkSoft)
    : "";
  const borders = frames
    .map(
      ({ left, top, width, height }) =>
        `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="6" fill="none" stroke="${ink}" stroke-width="5"/>`,
    )
    .join("");
  const empty = pictures.length === 0 ? mark(sheet.left + 132, sheet.top + 107, 7) : "";
  const nameWidth = measureText(brand.name, titleFont, 40);
  const signature = lineSvg(
    { text: brand.name, x: column.left + 64 + nameWidth / 2, y: 570 },
    titleFont,
    40,
    ink,
  );
  return composeSheet({
    ...shareSize,
    background: paper,
    underlay: ground(frames),
    pictures: frames.flatMap((frame, index) => {
      const picture = pictures[index];
      return picture ? { ...picture, ...frame } : [];
    }),
    remixedFrom,
    overlay: svg(
      `${borders}${empty}${letters}${by}${mark(column.left - 3, 530, 1.15)}${signature}`,
    ),
    maxBytes,
  });
}
