import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Panel } from "../schema";
import { type Face, faceNames, faceSheet, faces, weightOf } from "./faces";
import { fallbackWeight, fontRuns, type LetteringFont, letteringOf } from "./font-fallback";
import { unpackWoff } from "./woff";

/** A font file with its Unicode range. */
interface FontFile {
  file: string;
  ranges: [number, number][];
}

/** Folder of the files. */
const packages = path.join(/*turbopackIgnore: true*/ process.cwd(), "node_modules", "@fontsource");
const listed = new Map<string, FontFile[]>();

/**
 * The files of a style sheet, the last rule first, which is the order in which browsers look up
 * letters; a rule without a range covers all letters. WOFF, because its tables are decompressed
 * separately: with WOFF2 the first letter would wait for the whole file.
 */
function filesIn(folder: string, sheet: string): FontFile[] {
  const css = readFileSync(path.join(packages, folder, `${sheet}.css`), "utf8");
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].reverse().flatMap(([, rule = ""]) => {
    const file = /url\(\.\/(files\/[\w.[\]-]+\.woff)2\)/.exec(rule)?.[1];
    const ranges = /unicode-range:\s*([^;]*)/.exec(rule)?.[1];
    return file ? [{ file: path.join(packages, folder, file), ranges: rangesOf(ranges) }] : [];
  });
}

function rangesOf(text: string | undefined): [number, number][] {
  if (text === undefined) return [[0, 0x10ffff]];
  return text.split(",").map((range) => {
    const [from = "", to = from] = range.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

/**
 * The files of a face in the nearest available weight, in the order of lookup, with that weight.
 */
export function filesOf(face: Face, wanted: number): { files: FontFile[]; weight: number } {
  const weight = weightOf(face, wanted);
  const key = `${face} ${weight}`;
  let files = listed.get(key);
  if (!files) {
    const { folder, subsets } = faces[face];
    const all = filesIn(folder, `${weight}`);
    files = subsets.flatMap((subset) => {
      if (subset === "") return all;
      const name = `${folder}-${subset}-${weight}-normal.woff`;
      const own = all.filter(({ file }) => path.basename(file) === name);
      return own.length > 0 ? own : filesIn(folder, `${subset}-${weight}`);
    });
    listed.set(key, files);
  }
  return { files, weight };
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
    .map((file) => webFontOf(face, nearest.weight, file));
}

const webFontOf = (family: Face, weight: number, { file, ranges }: FontFile): WebFont => ({
  family,
  weight,
  path: `${path.relative(packages, file).split(path.sep).join("/")}2`,
  unicodeRange: asCss(ranges),
});

/** A text with its lettering font. */
interface LetteredText {
  text: string;
  font: LetteringFont;
}

/** The files that texts need, each once. */
export function webFontsOf(texts: Iterable<LetteredText>): WebFont[] {
  const fonts = new Map<string, WebFont>();
  for (const { text, font } of texts) {
    for (const { face, text: letters } of fontRuns(
      text.normalize("NFC"),
      letteringOf(text, font),
    )) {
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

/** The `@font-face` rule of a file; `plain` is the URL of the same font as TTF or OTF. */
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

const folders = new Set<string>(faceNames.map((name) => faces[name].folder));

/** The bytes of a file that `webFontsFor` names; null for any other. */
export function readWebFont(folder: string, file: string): Uint8Array | null {
  if (!folders.has(folder) || !/^[a-z0-9-]+\.woff2$/.test(file)) return null;
  try {
    return readFileSync(path.join(packages, folder, "files", file));
  } catch {
    return null;
  }
}

/**
 * The style sheet of a fallback face, which pages request only if a bubble needs the face; null for
 * other names. Its font files are in the same folder.
 */
export function readFaceSheet(folder: string, file: string): string | null {
  const name = faceNames.find((one) => faces[one].folder === folder);
  if (!name || file !== faceSheet) return null;
  const sheets = faces[name].weights.map((weight) => {
    // Pages load emoji in slices; a system with colour emoji loads none.
    const files =
      name === "Noto Emoji" ? filesIn(folder, `${weight}`) : filesOf(name, weight).files;
    return files.map((one) =>
      fontRule(webFontOf(name, weight, one), `${path.basename(one.file)}2`),
    );
  });
  return sheets.flat().reverse().join("");
}
