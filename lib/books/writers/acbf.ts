import { brand } from "@/lib/platform/brand";
import { element, emptyElement, markupText, xmlHead } from "@/lib/platform/text/markup";
import type { Book, BookPage } from "../page-model";
import type { PageFile } from "./page-files";

/** The corners of each panel in pixels of the drawn page; panels in reading order. */
function frames(page: BookPage, file: PageFile | undefined): string {
  if (page.kind !== "scene" || !file) return "";
  const across = (x: number) => Math.round((x / page.width) * file.width);
  const down = (y: number) => Math.round((y / page.height) * file.height);
  return page.panels
    .map(({ outer: { x, y, width, height } }) => {
      const [left, top, right, bottom] = [across(x), down(y), across(x + width), down(y + height)];
      const corners = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ];
      return emptyElement("frame", { points: corners.map(String).join(" ") });
    })
    .join("");
}

/**
 * The ACBF 1.1 document of a CBZ, for reading apps that zoom from panel to panel. Such apps take
 * title and pages from this document, not from ComicInfo.xml. It has no text layer, because the
 * pictures contain the lettering.
 * https://acbf.fandom.com/wiki/Advanced_Comic_Book_Format_Wiki
 */
export function acbf(book: Book, files: readonly PageFile[]): string {
  const { language, date } = book;
  const day = date.toISOString().slice(0, 10);
  const author = (activity: string) =>
    `<author activity="${activity}">${element("nickname", book.author)}</author>`;
  const inLanguage = (name: string, content: string) =>
    `<${name} lang="${markupText(language)}">${content}</${name}>`;
  const image = (index: number) => emptyElement("image", { href: files[index]?.name });
  const published = `<publish-date value="${day}">${day}</publish-date>`;
  const pages = book.pages.slice(1).map((page, index) => {
    const title = page.opens ? inLanguage("title", markupText(page.opens)) : "";
    return `<page>${title}${image(index + 1)}${frames(page, files[index + 1])}</page>`;
  });
  return [
    xmlHead,
    '<ACBF xmlns="http://www.acbf.info/xml/acbf/1.1"><meta-data><book-info>',
    author("Writer"),
    inLanguage("book-title", markupText(book.title)),
    element("genre", "other"),
    inLanguage("annotation", element("p", book.description)),
    book.tags.length > 0 ? inLanguage("keywords", markupText(book.tags.join(", "))) : "",
    `<coverpage>${image(0)}</coverpage>`,
    `<languages>${emptyElement("text-layer", { lang: language, show: "FALSE" })}</languages>`,
    `</book-info><publish-info>${element("publisher", brand.name)}${published}</publish-info>`,
    `<document-info>${author("Other")}<creation-date value="${day}">${day}</creation-date>`,
    `<source><p>${markupText(book.address)}</p></source>${element("id", book.storyId)}</document-info>`,
    `</meta-data><body bgcolor="#ffffff">${pages.join("")}</body></ACBF>\n`,
  ].join("");
}
