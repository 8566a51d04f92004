/** Media types of the catalogue. */
export const mediaTypes = {
  feed2: "application/opds+json",
  publication2: "application/opds-publication+json",
  divina: "application/divina+json",
  authentication: "application/opds-authentication+json",
  progression: "application/opds-progression+json",
  navigation1: "application/atom+xml;profile=opds-catalog;kind=navigation",
  acquisition1: "application/atom+xml;profile=opds-catalog;kind=acquisition",
  entry1: "application/atom+xml;type=entry;profile=opds-catalog",
  openSearch: "application/opensearchdescription+xml",
} as const;

/** File formats of a story, the one that most apps open first. */
export const bookTypes = {
  epub: "application/epub+zip",
  cbz: "application/vnd.comicbook+zip",
  pdf: "application/pdf",
} as const;
export type BookType = keyof typeof bookTypes;
