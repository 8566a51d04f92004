import { maxOf, minOf } from "@/lib/platform/min-max";
import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type FallbackFont, fallbackWeight, fontRuns, type LetteringFont } from "../font-fallback";
import type { BubbleFont } from "../glyph-widths";
import type { Panel } from "../schema";
import { unpackWoff } from "./woff";

export type Face = BubbleFont | FallbackFont | "Noto Sans Symbols 2";

/** A font file with its Unicode range. */
interface FontFile {
  file: string;
  ranges: [number, number][];
}

/**
 * Style sheets of each font and weight in @fontsource, from which the browser takes its files too.
 * WOFF here, because its tables are decompressed one by one: with WOFF2 the first letter would wait
 * for the whole file. Emoji are in one file, because its slices divide joined sequences.
 */
const sheets: Record<Face, Record<number, string>> = {
  Bangers: { 400: "bangers/400.css" },
  "Comic Neue": { 400: "comic-neue/400.css", 700: "comic-neue/700.css" },
  Creepster: { 400: "creepster/400.css" },
  "Fredoka One": { 400: "fredoka-one/400.css" },
  Bungee: { 400: "bungee/400.css" },
  Righteous: { 400: "righteous/400.css" },
  "Comic Relief": { 400: "comic-relief/400.css", 700: "comic-relief/700.css" },
  "Baloo 2": { 700: "baloo-2/700.css" },
  Itim: { 400: "itim/thai-400.css" },
  Jua: { 400: "jua/400.css" },
  "Playpen Sans Hebrew": { 600: "playpen-sans-hebrew/hebrew-600.css" },
  "Playpen Sans Arabic": { 600: "playpen-sans-arabic/arabic-600.css" },
  "Noto Emoji": { 700: "noto-emoji/emoji-700.css" },
  "Mochiy Pop One": { 400: "mochiy-pop-one/400.css" },
  "Noto Sans Symbols 2": { 400: "noto-sans-symbols-2/symbols-400.css" },
};

/** Folder of the files. */
const packages = path.join(/*turbopackIgnore: true*/ process.cwd(), "node_modules", "@fontsource");
const listed = new Map<string, FontFile[]>();

/** The files of a style sheet with their Unicode ranges; no range means all letters. */
function filesIn(sheet: string): FontFile[] {
  let files = listed.get(sheet);
  if (!files) {
    const css = readFileSync(path.join(packages, sheet), "utf8");
    files = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, rule = ""]) => {
      const file = /url\(\.\/(files\/[\w.[\]-]+\.woff)2\)/.exec(rule)?.[1];
      const ranges = /unicode-range:\s*([^;]*)/.exec(rule)?.[1];
      return file
        ? [{ file: path.join(packages, path.dirname(sheet), file), ranges: rangesOf(ranges) }]
        : [];
    });
    listed.set(sheet, files);
  }
  return files;
}

function rangesOf(text: string | undefined): [number, number][] {
  if (text === undefined) return [[0, 0x10ffff]];
  return text.split(",").map((range) => {
    const [from = "", to = from] = range.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

/** The files of a face in the nearest available weight, and that weight. */
export function filesOf(face: Face, weight: number): { files: FontFile[]; weight: number } {
  const weights = Object.keys(sheets[face]).map(Number);
  const nearest = weight >= 600 ? maxOf(weights) : minOf(weights);
  return { files: filesIn(sheets[face][nearest] ?? ""), weight: nearest };
}

/** A font file as pages request it. */
export interface WebFont {
  family: Face;
  weight: number;
  /** Package folder and file name, WOFF2. */
  path: string;
  /** Unicode range in CSS syntax. */
  unicodeRange: string;
}

const asCss = (ranges: [number, number][]) =>
  ranges
    .map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ""}`)
    .join(",");

/** The files of a face that cover letters of a text, in the nearest available weight. */
function webFontsFor(face: Face, weight: number, text: string): WebFont[] {
  const letters = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const nearest = filesOf(face, weight);
  return nearest.files
    .filter(({ ranges }) =>
      ranges.some(([from, to]) => letters.some((code) => code >= from && code <= to)),
    )
    .map(({ file, ranges }) => ({
      family: face,
      weight: nearest.weight,
      path: `${path.relative(packages, file).split(path.sep).join("/")}2`,
      unicodeRange: asCss(ranges),
    }));
}

/** A text with its lettering font. */
interface LetteredText {
  text: string;
  font: LetteringFont;
}

/** The files that texts need, each once. */
export function webFontsOf(texts: Iterable<LetteredText>): WebFont[] {
  const fonts = new Map<string, WebFont>();
  for (const { text, font } of texts) {
    for (const { face, text: letters } of fontRuns(text.normalize("NFC"), font)) {
      const weight = face ? fallbackWeight(font) : font.weight;
      for (const file of webFontsFor(face ?? font.family, weight, letters)) {
        fonts.set(file.path, file);
      }
    }
  }
  return [...fonts.values()];
}

/** The texts of panels. */
export const textsOf = (panels: readonly Pick<Panel, "textBubbles">[]): LetteredText[] =>
  panels.flatMap((panel) =>
    panel.textBubbles.map(({ text, style }) => ({
      text,
      font: { family: style.fontFamily, weight: style.fontWeight },
    })),
  );

/** The `@font-face` rule of a file at a URL, and where needed of another format of it, `plain`. */
export const fontRule = (
  { family, weight, unicodeRange }: WebFont,
  url: string,
  plain?: string,
): string =>
  `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:${plain ? `url(${plain}),` : ""}url(${url}) format("woff2");unicode-range:${unicodeRange}}`;

/** The file of a web font as TTF or OTF. */
export const readPlainFont = ({ path: file }: WebFont) =>
  unpackWoff(readFileSync(path.join(packages, file.replace(/2$/, ""))));

/**
 * `@font-face` rules for the files that the lettering of panels needs, served by app/embed/fonts:
 * for frames on other sites, which do not load the app's stylesheet.
 * @param isElsewhere whether the page has a file from another source
 */
export const letteringRules = (
  panels: readonly Panel[],
  isElsewhere: (font: WebFont) => boolean,
): string =>
  webFontsOf(textsOf(panels))
    .filter((font) => !isElsewhere(font))
    .map((font) => fontRule(font, `/embed/fonts/${font.path.replace("/files/", "/")}`))
    .join("");

/** The bytes of a file that `webFontsFor` names; null for any other. */
export function readWebFont(folder: string, file: string): Uint8Array | null {
  const isOurs = Object.values(sheets).some((byWeight) =>
    Object.values(byWeight).some((sheet) => path.posix.dirname(sheet) === folder),
  );
  if (!isOurs || !/^[a-z0-9-]+\.woff2$/.test(file)) return null;
  try {
    return readFileSync(path.join(packages, folder, "files", file));
  } catch {
    return null;
  }
}

/** Style sheets of many files, which pages request only where a bubble needs them. */
const fallbackSheets = new Set([
  "noto-emoji/700.css",
  "jua/400.css",
  "mochiy-pop-one/400.css",
  "noto-sans-symbols-2/symbols-400.css",
]);

/** One of those style sheets, with its files at the same path; null for any other. */
export function readFaceSheet(folder: string, file: string): string | null {
  if (!fallbackSheets.has(`${folder}/${file}`)) return null;
  return readFileSync(path.join(packages, folder, file), "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/url\(\.\/files\/([\w.[\]-]+\.woff2)\)[^,;]*,[^;]*;/g, "url($1) format('woff2');")
    .replaceAll(/\s*\n\s*/g, "");
}
