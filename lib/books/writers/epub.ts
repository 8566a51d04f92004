import "server-only";
import { markupText } from "@/lib/platform/text/markup";
import type { ZipEntry } from "@/lib/platform/zip";
import { bubbleGeometry } from "@/lib/scenes/bubbles/geometry";
import type { Box } from "@/lib/scenes/bubbles/path";
import { bubblesMarkup } from "@/lib/scenes/lettering/bubble-svg";
import {
  directionOf,
  fallbackWeight,
  fontRuns,
  type LetteringFont,
} from "@/lib/scenes/lettering/font-fallback";
import {
  fontRule,
  readPlainFont,
  readWebFont,
  textsOf,
  type WebFont,
  webFontsOf,
} from "@/lib/scenes/lettering/web-fonts";
import { fileEntry, numbered, type OnProgress, textEntry } from "../files";
import {
  type Book,
  type BookPage,
  type PlacedLine,
  type PlacedPanel,
  paint,
  panelFragment,
} from "../page-model";
import { jpegFor } from "../pictures";
import {
  containerXml,
  type EpubItem,
  navXhtml,
  packageOpf,
  regionsXhtml,
  xhtmlDocument,
} from "./epub-package";

/** CSS px per point, so that apps that draw pictures at their CSS size show them sharp. */
const unit = 2;
/** Picture pixels per CSS px. */
const density = 1.25;

const px = (points: number) => Math.round(points * unit * 100) / 100;
const place = (box: Box) =>
  `left:${px(box.x)}px;top:${px(box.y)}px;width:${px(box.width)}px;height:${px(box.height)}px`;

/** The files of a fixed-layout EPUB. The package comes last, because it lists all others. */
export async function* epubFiles(book: Book, onProgress: OnProgress): AsyncGenerator<ZipEntry> {
  yield { ...textEntry(book, "mimetype", "application/epub+zip"), stored: true };
  yield textEntry(book, "META-INF/container.xml", containerXml);
  const items: EpubItem[] = [];
  const add = (item: EpubItem) => {
    items.push(item);
    return `OEBPS/${item.href}`;
  };
  const regions: string[] = [];
  const files: string[] = [];
  const pictures = new Set<string>();
  for (const [index, page] of book.pages.entries()) {
    const shown = new Map<PlacedPanel, string>();
    for (const panel of page.panels) {
      if (!panel.picture) continue;
      const width = Math.ceil(px(panel.inner.width) * density);
      const href = `pictures/${panel.picture.sha256}-${width}.jpg`;
      shown.set(panel, href);
      if (pictures.has(href)) continue;
      pictures.add(href);
      const { bytes } = await jpegFor(panel.picture, width);
      const name = add({
        id: `picture-${pictures.size}`,
        href,
        mediaType: "image/jpeg",
        properties: page.kind === "cover" ? "cover-image" : undefined,
      });
      yield fileEntry(book, name, bytes);
    }
    const href = `page-${numbered(index, book.pages.length)}.xhtml`;
    files.push(href);
    const hasSvg = page.panels.some(({ bubbles }) => bubbles.length > 0);
    const name = add({
      id: `page-${index + 1}`,
      href,
      mediaType: "application/xhtml+xml",
      isPage: true,
      properties: hasSvg ? "svg" : undefined,
    });
    yield textEntry(book, name, pageXhtml(book, page, shown));
    for (const panel of page.kind === "scene" ? page.panels : []) {
      regions.push(`${href}#${panelFragment(panel, page)}`);
    }
    await onProgress(index + 1, book.pages.length);
  }
  const rules: string[] = [];
  const fonts = fontsOf(book);
  for (const [index, font] of fonts.entries()) {
    const { folder, file, href } = namesOf(font);
    const bytes = readWebFont(folder, file);
    if (!bytes) continue;
    const id = `font-${index + 1}`;
    yield fileEntry(book, add({ id, href, mediaType: "font/woff2" }), bytes);
    // Many e-readers do not support WOFF2, and older ones read only the first source.
    const plain = readPlainFont(font);
    const plainHref = href.replace("woff2", plain.extension);
    const mediaType = `font/${plain.extension}`;
    const name = add({ id: `${id}-plain`, href: plainHref, mediaType });
    yield { ...fileEntry(book, name, plain.bytes), compress: true };
    rules.push(fontRule(font, href, plainHref));
  }
  const css = add({ id: "style", href: "style.css", mediaType: "text/css" });
  yield textEntry(book, css, styleSheet(rules, new Set(fonts.map(({ family }) => family))));
  const nav = add({
    id: "nav",
    href: "nav.xhtml",
    mediaType: "application/xhtml+xml",
    properties: "nav",
  });
  yield textEntry(book, nav, navXhtml(book, files));
  if (regions.length > 0) {
    const data = add({
      id: "regions",
      href: "regions.xhtml",
      mediaType: "application/xhtml+xml",
      properties: "data-nav",
    });
    yield textEntry(book, data, regionsXhtml(book, regions));
  }
  yield textEntry(book, "OEBPS/package.opf", packageOpf(book, items, new Date()));
}

const types = { cover: "cover", scene: "bodymatter", credits: "backmatter" } as const;

function pageXhtml(book: Book, page: BookPage, shown: Map<PlacedPanel, string>): string {
  const size = { width: Math.round(px(page.width)), height: Math.round(px(page.height)) };
  const panels = page.panels.map((panel) => panelXhtml(panel, shown.get(panel)));
  const titles = groupsOf(page.lines).map(linesXhtml);
  // On the cover the title stands below the picture.
  const parts = page.kind === "cover" ? [...panels, ...titles] : [...titles, ...panels];
  return xhtmlDocument(
    book.language,
    `${book.title}: ${page.name}`,
    `<body epub:type="${types[page.kind]}" style="width:${size.width}px;height:${size.height}px">${parts.join("")}</body>`,
    `<meta name="viewport" content="width=${size.width}, height=${size.height}"/><link rel="stylesheet" type="text/css" href="style.css"/>`,
  );
}

function panelXhtml(panel: PlacedPanel, href: string | undefined): string {
  const { outer, inner, frame, lettering, bubbles } = panel;
  const image = href ? `<img src="${href}" alt="${markupText(panel.altText || panel.name)}"/>` : "";
  const { size, scale } = lettering;
  const box = {
    x: lettering.x - inner.x,
    y: lettering.y - inner.y,
    width: size.width * scale,
    height: size.height * scale,
  };
  const bubbleText =
    bubbles.length > 0
      ? `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="0 0 ${size.width} ${size.height}" style="${place(box)}">${bubblesMarkup(bubbles, size)}</svg>`
      : "";
  const border =
    frame.width > 0 ? `;border-width:${px(frame.width)}px;border-radius:${px(frame.radius)}px` : "";
  const type = frame.width > 0 ? ' epub:type="panel"' : "";
  const words = bubbles.map((bubble) => wordsXhtml(bubble, panel)).join("");
  return `<figure${type} style="${place(outer)}${border}">${image}${words}${bubbleText}</figure>`;
}

/**
 * The words of a bubble as text behind the picture, for reading apps that ignore SVG, read aloud or
 * search.
 */
function wordsXhtml(bubble: PlacedPanel["bubbles"][number], { inner, lettering }: PlacedPanel) {
  const { size, scale } = lettering;
  const { box, fontSize } = bubbleGeometry(bubble, size);
  const spot = {
    x: lettering.x - inner.x + box.x * scale,
    y: lettering.y - inner.y + box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
  const dir = directionOf(bubble.text) === "rtl" ? ' dir="rtl"' : "";
  return `<p${dir} style="${place(spot)};font-size:${px(fontSize * scale)}px">${markupText(bubble.text)}</p>`;
}

/** Consecutive lines of one style form a heading or paragraph. */
function groupsOf(lines: readonly PlacedLine[]): PlacedLine[][] {
  const groups: PlacedLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1);
    const follows = last && last.level === line.level && last.size === line.size;
    if (follows && line.y - last.y < line.size * 1.6) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups;
}

function linesXhtml(lines: PlacedLine[]): string {
  const [first] = lines;
  if (!first) return "";
  const tag = first.level === 0 ? "p" : `h${first.level}`;
  const direction = directionOf(lines.map(({ text }) => text).join(" "));
  const dir = direction === "rtl" ? ' dir="rtl"' : "";
  const spans = lines.map(
    ({ text, x, y, size, font, fill }) =>
      `<span style="left:${px(x - 1000)}px;top:${px(y - size)}px;font:${font.weight} ${px(size)}px/1 '${font.family}',sans-serif;color:${fill}">${runsMarkup(text, font)}</span>`,
  );
  return `<${tag}${dir}>${spans.join(" ")}</${tag}>`;
}

/** Letters; a run in a fallback font gets its own element. */
const runsMarkup = (text: string, font: LetteringFont): string =>
  fontRuns(text, font)
    .map((run) =>
      run.face
        ? `<i style="font:${fallbackWeight(font)} 1em/1 '${run.face}',sans-serif">${markupText(run.text)}</i>`
        : markupText(run.text),
    )
    .join("");

const fontsOf = (book: Book): WebFont[] =>
  webFontsOf([
    ...textsOf(
      book.pages.flatMap(({ panels }) => panels.map(({ bubbles }) => ({ textBubbles: bubbles }))),
    ),
    ...book.pages.flatMap(({ lines }) => lines.map(({ text, font }) => ({ text, font }))),
  ]);

const namesOf = ({ path }: WebFont) => {
  const [folder = "", , file = ""] = path.split("/");
  return { folder, file, href: `fonts/${folder}-${file}` };
};

const styleSheet = (rules: readonly string[], families: Set<string>) => `${rules.join("\n")}
html,body{margin:0;padding:0}
body{position:relative;overflow:hidden;background:${paint.paper};color:${paint.ink}}
figure{position:absolute;z-index:0;margin:0;box-sizing:border-box;overflow:hidden;border:0 solid ${paint.ink}}
figure img{position:absolute;left:0;top:0;width:100%;height:100%;object-fit:cover}
figure svg{position:absolute;overflow:visible}
figure p{position:absolute;z-index:-1;overflow:hidden;color:transparent;font-family:${[...families].map((family) => `'${family}',`).join("")}sans-serif;text-align:center}
h1,h2,p{margin:0;font-size:0}
h1 span,h2 span,p span{position:absolute;display:block;width:${px(2000)}px;text-align:center;white-space:pre;font-kerning:none}
.lettering{font-kerning:none;font-synthesis:none;font-variant-ligatures:none;text-rendering:geometricPrecision}
`;
