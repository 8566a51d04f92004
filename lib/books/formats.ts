/**
 * Formats and page sizes of books, the usual ones first. Runs on the server and in the browser.
 */
export const bookFormats = ["pdf", "epub", "cbz", "webtoon", "webpub", "print", "archive"] as const;
export type BookFormat = (typeof bookFormats)[number];

export const bookSizes = ["comic", "a4", "a5", "square", "phone", "whole"] as const;
export type BookSize = (typeof bookSizes)[number];

interface FormatFacts {
  label: string;
  /** The use of the format in a sentence. */
  purpose: string;
  /** The first is the default. */
  sizes: readonly [BookSize, ...BookSize[]];
  extension: string;
  mediaType: string;
  /** For the author alone, because the file contains what readers do not see. */
  isForAuthor: boolean;
}

const paged = ["comic", "a4", "a5", "square", "phone"] as const;

export const formatFacts: Record<BookFormat, FormatFacts> = {
  pdf: {
    label: "PDF",
    purpose: "To print or read anywhere.",
    sizes: paged,
    extension: "pdf",
    mediaType: "application/pdf",
    isForAuthor: false,
  },
  epub: {
    label: "EPUB",
    purpose: "For e-readers and book apps.",
    sizes: paged,
    extension: "epub",
    mediaType: "application/epub+zip",
    isForAuthor: false,
  },
  cbz: {
    label: "CBZ",
    purpose: "For comic apps.",
    sizes: paged,
    extension: "cbz",
    mediaType: "application/vnd.comicbook+zip",
    isForAuthor: false,
  },
  webtoon: {
    label: "Webtoon strips",
    purpose: "Pictures to upload where comics scroll, such as WEBTOON.",
    sizes: ["phone"],
    extension: "zip",
    mediaType: "application/zip",
    isForAuthor: false,
  },
  webpub: {
    label: "Divina",
    purpose: "To read panel by panel in apps that can, such as Thorium.",
    sizes: paged,
    extension: "divina",
    mediaType: "application/divina+zip",
    isForAuthor: false,
  },
  print: {
    label: "PDF for print",
    purpose: "For a print shop, with edges to cut and a note on what AI has made.",
    sizes: ["comic", "a4", "a5", "square"],
    extension: "zip",
    mediaType: "application/zip",
    isForAuthor: true,
  },
  archive: {
    label: "Story archive",
    purpose: "A backup to import again, here or on another Inkwright.",
    sizes: ["whole"],
    extension: "zip",
    mediaType: "application/zip",
    isForAuthor: true,
  },
};

export const sizeLabels: Record<BookSize, string> = {
  comic: "Comic book, 17 × 26 cm",
  a4: "A4",
  a5: "A5",
  square: "Square, 22 × 22 cm",
  phone: "Long strip for phones",
  whole: "Everything",
};

/** The requested or default size; null if the format does not have it. */
export function sizeFor(format: BookFormat, requested: BookSize | undefined): BookSize | null {
  const { sizes } = formatFacts[format];
  return requested === undefined ? sizes[0] : (sizes.find((size) => size === requested) ?? null);
}

/** Points, 72 per inch. A strip is as high as its content. */
export const pageSizes = {
  comic: { width: 477, height: 738 },
  a4: { width: 595.28, height: 841.89 },
  a5: { width: 419.53, height: 595.28 },
  square: { width: 612, height: 612 },
  phone: { width: 360, height: null },
} as const satisfies Record<Exclude<BookSize, "whole">, { width: number; height: number | null }>;
export type PageSize = keyof typeof pageSizes;

/** KDP's minimum. */
export const minPrintedPages = 24;
