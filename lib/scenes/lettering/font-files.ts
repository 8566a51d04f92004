import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as fontkit from "fontkit";
import type { SteppingFace } from "../letter-faces";
import type { BubbleFont } from "../letter-widths";

/** A font as the renderer reads it. */
export type OpenFont = fontkit.Font;
export type Face = BubbleFont | SteppingFace | "Noto Sans Symbols 2";

interface FontFile {
  file: string;
  ranges: [number, number][];
}

/**
 * Style sheets of each font and weight, inside @fontsource: the browser takes its files from the
 * same ones. WOFF here, because its tables open one by one: in WOFF2 the first letter would hold up
 * everything else for as long as the whole file takes. Emoji stand in one file, because its slices divide what belongs together.
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

const packages = path.join(/*turbopackIgnore: true*/ process.cwd(), "node_modules", "@fontsource");
const listed = new Map<string, FontFile[]>();

/** The files of a style sheet with the letters that each is for; none named means all. */
function filesOf(sheet: string): FontFile[] {
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

/** Open fonts, the least lately used first. A slice of Mochiy Pop One takes about 0.1 MB. */
const opened = new Map<string, OpenFont>();
const maxOpened = 96;

function open(file: string): OpenFont {
  const known = opened.get(file);
  const font = known ?? (fontkit.create(readFileSync(file)) as OpenFont);
  opened.delete(file);
  opened.set(file, font);
  const oldest = opened.keys().next().value;
  if (opened.size > maxOpened && oldest !== undefined) opened.delete(oldest);
  return font;
}

/** The font that holds a letter of a face in the weight nearest to the one asked for, or null. */
export function fontFor(face: Face, weight: number, codePoint: number): OpenFont | null {
  const weights = Object.keys(sheets[face]).map(Number);
  const heavy = weight >= 600 ? Math.max(...weights) : Math.min(...weights);
  for (const { file, ranges } of filesOf(sheets[face][heavy] ?? "")) {
    if (!ranges.some(([from, to]) => codePoint >= from && codePoint <= to)) continue;
    const font = open(file);
    if (font.hasGlyphForCodePoint(codePoint)) return font;
  }
  return null;
}

/** A file of a font as pages ask for it. */
export interface WebFont {
  family: Face;
  weight: number;
  /** Folder of the package and name of the file, WOFF2. */
  path: string;
  /** Letters that it is for, as CSS writes them. */
  unicodeRange: string;
}

const asCss = (ranges: [number, number][]) =>
  ranges
    .map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ""}`)
    .join(",");

/** The files of a face that hold letters of a text, in the weight nearest to the one asked for. */
export function webFontsFor(face: Face, weight: number, text: string): WebFont[] {
  const weights = Object.keys(sheets[face]).map(Number);
  const heavy = weight >= 600 ? Math.max(...weights) : Math.min(...weights);
  const letters = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  return filesOf(sheets[face][heavy] ?? "")
    .filter(({ ranges }) =>
      ranges.some(([from, to]) => letters.some((code) => code >= from && code <= to)),
    )
    .map(({ file, ranges }) => ({
      family: face,
      weight: heavy,
      path: `${path.relative(packages, file).split(path.sep).join("/")}2`,
      unicodeRange: asCss(ranges),
    }));
}

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

/** Style sheets of many files, which pages ask for only where a bubble needs them. */
const steppingSheets = new Set([
  "noto-emoji/700.css",
  "jua/400.css",
  "mochiy-pop-one/400.css",
  "noto-sans-symbols-2/symbols-400.css",
]);

/** One of those style sheets, with its files beside it; null for any other. */
export function readFaceSheet(folder: string, file: string): string | null {
  if (!steppingSheets.has(`${folder}/${file}`)) return null;
  return readFileSync(path.join(packages, folder, file), "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/url\(\.\/files\/([\w.[\]-]+\.woff2)\)[^,;]*,[^;]*;/g, "url($1) format('woff2');")
    .replaceAll(/\s*\n\s*/g, "");
}
