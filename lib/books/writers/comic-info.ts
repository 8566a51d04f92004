import { brand } from "@/lib/platform/brand";
import { element, emptyElement, xmlHead } from "@/lib/platform/text/markup";
import type { Book } from "../page-model";
import type { PageFile } from "./page-files";

const ages = { everyone: "Everyone", teen: "Teen", mature: "Mature 17+" } as const;
const kinds = { cover: "FrontCover", scene: "Story", credits: "Other" } as const;

/**
 * ComicInfo.xml 2.1, the metadata for comic readers, its elements in the order of the schema.
 * https://anansi-project.github.io/docs/comicinfo/schemas/v2.1
 */
export function comicInfo(book: Book, files: readonly PageFile[]): string {
  const { date } = book;
  const pages = book.pages.map((page, index) =>
    emptyElement("Page", {
      Image: index,
      Type: kinds[page.kind],
      Bookmark: page.opens,
      ImageSize: files[index]?.bytes,
      ImageWidth: files[index]?.width,
      ImageHeight: files[index]?.height,
    }),
  );
  return [
    xmlHead,
    '<ComicInfo xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    element("Title", book.title),
    // A story is a series with one chapter: libraries group files by series, and list a file
    // without a number as a special.
    element("Series", book.series),
    element("Number", "1"),
    element("Count", "1"),
    element("Volume", "1"),
    element("Summary", book.description),
    element("Notes", book.disclosure.join(" ")),
    element("Year", String(date.getUTCFullYear())),
    element("Month", String(date.getUTCMonth() + 1)),
    element("Day", String(date.getUTCDate())),
    element("Writer", book.author),
    element("Publisher", brand.name),
    element("Tags", book.tags.map((tag) => tag.replaceAll(",", " ")).join(", ")),
    element("Web", book.address),
    element("PageCount", String(book.pages.length)),
    element("LanguageISO", book.language),
    element("Format", "Web"),
    // Panels run from left to right in every language.
    element("Manga", "No"),
    element("ScanInformation", `Digital original from ${brand.name}`),
    element("AgeRating", ages[book.rating]),
    `<Pages>${pages.join("")}</Pages>`,
    "</ComicInfo>\n",
  ].join("");
}
