import { brand } from "@/lib/platform/brand";
import { element, emptyElement, markupText, xmlHead } from "@/lib/platform/text/markup";
import { type Book, tocTitle } from "../page-model";

/** A file of the publication. */
export interface EpubItem {
  id: string;
  href: string;
  mediaType: string;
  properties?: string | undefined;
  /** Whether it is a page, which the spine lists in reading order. */
  isPage?: boolean;
}

export const containerXml = `${xmlHead}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n`;

const meta = (property: string, content: string) =>
  `<meta property="${property}">${markupText(content)}</meta>`;

const accessibility = [
  meta("schema:accessMode", "visual"),
  meta("schema:accessMode", "textual"),
  meta("schema:accessModeSufficient", "visual,textual"),
  meta("schema:accessModeSufficient", "textual"),
  meta("schema:accessibilityFeature", "alternativeText"),
  meta("schema:accessibilityFeature", "readingOrder"),
  meta("schema:accessibilityFeature", "structuralNavigation"),
  meta("schema:accessibilityFeature", "tableOfContents"),
  meta("schema:accessibilityFeature", "pageNavigation"),
  meta("schema:accessibilityHazard", "none"),
  meta(
    "schema:accessibilitySummary",
    "A comic with fixed pages. Each picture is described, and the words of the bubbles are text in reading order.",
  ),
];

const isoSeconds = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");

/** The package document. */
export function packageOpf(book: Book, items: readonly EpubItem[], modified: Date): string {
  const manifest = items.map(({ id, href, mediaType, properties }) =>
    emptyElement("item", { id, href, "media-type": mediaType, properties }),
  );
  const spine = items
    .filter(({ isPage }) => isPage)
    .map(({ id }) => emptyElement("itemref", { idref: id }));
  return [
    xmlHead,
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${book.language}" prefix="rendition: http://www.idpf.org/vocab/rendition/# schema: http://schema.org/">`,
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:identifier id="id">urn:uuid:${book.storyId}</dc:identifier>`,
    element("dc:title", book.title),
    `<dc:creator id="author">${markupText(book.author)}</dc:creator>`,
    '<meta refines="#author" property="role" scheme="marc:relators">aut</meta>',
    element("dc:language", book.language),
    element("dc:publisher", brand.name),
    element("dc:date", isoSeconds(book.date)),
    element("dc:description", book.description),
    ...book.tags.map((tag) => element("dc:subject", tag)),
    element("dc:source", book.address),
    element("dc:rights", book.disclosure.join(" ")),
    meta("dcterms:modified", isoSeconds(modified)),
    meta("rendition:layout", "pre-paginated"),
    meta("rendition:orientation", "auto"),
    meta("rendition:spread", book.isStrip ? "none" : "auto"),
    ...accessibility,
    "</metadata>",
    `<manifest>${manifest.join("")}</manifest>`,
    `<spine>${spine.join("")}</spine>`,
    "</package>\n",
  ].join("");
}

/** An XHTML document. @param body the `body` element */
export const xhtmlDocument = (language: string, title: string, body: string, head = ""): string =>
  `${xmlHead}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}"><head><title>${markupText(title)}</title>${head}</head>${body}</html>\n`;

const link = (href: string, text: string, type?: string) =>
  `<li><a${type ? ` epub:type="${type}"` : ""} href="${href}">${markupText(text)}</a></li>`;

/** Contents, landmarks and page list. @param files one per page, in order */
export function navXhtml(book: Book, files: readonly string[]): string {
  const chapters = book.pages.flatMap((page, index) => {
    const title = tocTitle(page);
    return title === null ? [] : [link(files[index] ?? "", title)];
  });
  const firstScene = book.pages.findIndex(({ kind }) => kind === "scene");
  const landmarks = [
    link(files[0] ?? "", "Cover", "cover"),
    ...(firstScene > 0 ? [link(files[firstScene] ?? "", "Start of the story", "bodymatter")] : []),
    link(files.at(-1) ?? "", "Credits", "backmatter"),
  ];
  const pages = files.map((file, index) => link(file, String(index + 1)));
  return xhtmlDocument(
    book.language,
    book.title,
    `<body><nav epub:type="toc" id="toc"><h1>Contents</h1><ol>${chapters.join("")}</ol></nav>` +
      `<nav epub:type="landmarks" id="landmarks" hidden="hidden"><h2>Landmarks</h2><ol>${landmarks.join("")}</ol></nav>` +
      `<nav epub:type="page-list" id="pages" hidden="hidden"><h2>Pages</h2><ol>${pages.join("")}</ol></nav></body>`,
  );
}

/**
 * The panels in reading order, for apps that guide from panel to panel (EPUB Region-Based
 * Navigation).
 * @param panels URLs of the panels, with their fragments
 */
export function regionsXhtml(book: Book, panels: readonly string[]): string {
  const items = panels.map((href) => `<li><a epub:type="panel" href="${href}"></a></li>`);
  return xhtmlDocument(
    book.language,
    book.title,
    `<body><nav epub:type="region-based"><ol>${items.join("")}</ol></nav></body>`,
  );
}
