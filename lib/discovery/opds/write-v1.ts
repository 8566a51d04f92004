import { readingPath } from "@/lib/stories/reading/parts";
import "server-only";
import { displayName } from "@/lib/accounts/display-name";
import { brand } from "@/lib/platform/brand";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { absoluteUrl } from "@/lib/platform/site";
import { languageOf } from "@/lib/platform/text/language";
import { element, emptyElement, markupText, xmlHead } from "@/lib/platform/text/markup";
import { profileHref } from "@/lib/stories/feed/urls";
import { createDocument, type Document } from "../conditional-response";
import type { Catalogue } from "./catalogue";
import { acquisitions, coverOf } from "./links";
import { mediaTypes } from "./media-types";
import {
  entryPath,
  listPath,
  openSearchPath,
  pagePath,
  progressionPath,
  rootPath,
  shelfPath,
} from "./urls";
import type { Work } from "./work-queries";

const namespaces = [
  'xmlns="http://www.w3.org/2005/Atom"',
  'xmlns:dc="http://purl.org/dc/terms/"',
  'xmlns:opds="http://opds-spec.org/2010/catalog"',
  'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"',
  'xmlns:pse="http://vaemendis.net/opds-pse/ns"',
  'xmlns:thr="http://purl.org/syndication/thread/1.0"',
].join(" ");

type Attributes = Record<string, string | number | null | undefined>;
const link = (rel: string, path: string, type: string, more: Attributes = {}) =>
  emptyElement("link", { rel, href: absoluteUrl(path), type, ...more });

/** The template's braces must stay literal, but `URL` encodes them. */
const streamHref = ({ id }: Work) =>
  `${absoluteUrl("/")}${pagePath(id, "{pageNumber}", "{maxWidth}").slice(1)}`;

/** Number of pages read; null before the viewer begins to read. */
const lastRead = ({ read, pages }: Work) =>
  read && pages > 0 ? Math.min(pages, Math.max(1, Math.round(read.progression * pages))) : null;

/** Page streaming (OPDS-PSE 1.2); an empty draft has no pages to stream. */
const streamOf = (work: Work) =>
  emptyElement("link", {
    rel: "http://vaemendis.net/opds-pse/stream",
    href: streamHref(work),
    type: "image/jpeg",
    "pse:count": work.pages,
    "pse:lastRead": lastRead(work),
    "pse:lastReadDate": work.read?.modified,
  });

function entryOf(work: Work, attributes = ""): string {
  const { id, title, description, tags, username, publishedAt, changedAt, pages, isPublic } = work;
  const cover = coverOf(work, "image");
  const thumbnail = coverOf(work, "thumbnail");
  return [
    `<entry${attributes}>`,
    element("id", `urn:uuid:${id}`),
    `<title>${markupText(title)}</title>`,
    element("updated", changedAt),
    element("published", publishedAt),
    `<author>${element("name", displayName(work))}${element("uri", absoluteUrl(profileHref(username)))}</author>`,
    element("dc:language", languageOf(`${work.title} ${work.description}`)),
    element("dc:issued", publishedAt?.slice(0, 10)),
    element("dc:extent", pages === 1 ? "1 page" : pages > 0 ? `${pages} pages` : null),
    ...tags.map((term) => emptyElement("category", { term, label: term })),
    `<summary type="text">${markupText(description)}</summary>`,
    ...(cover ? [emptyElement("link", { rel: "http://opds-spec.org/image", ...jpeg(cover) })] : []),
    ...(thumbnail
      ? [emptyElement("link", { rel: "http://opds-spec.org/image/thumbnail", ...jpeg(thumbnail) })]
      : []),
    link("alternate", entryPath("1.2", id), mediaTypes.entry1, { title: "The whole entry" }),
    isPublic ? link("alternate", readingPath(id), "text/html") : "",
    link("related", listPath("1.2", { author: username }), mediaTypes.acquisition1, {
      title: `More by ${displayName(work)}`,
    }),
    ...acquisitions(work).map((offer) =>
      emptyElement("link", { rel: "http://opds-spec.org/acquisition/open-access", ...offer }),
    ),
    ...(pages > 0 ? [streamOf(work)] : []),
    link("http://opds-spec.org/progression", progressionPath(id), mediaTypes.progression),
    "</entry>",
  ].join("");
}

const jpeg = ({ href, type }: { href: string; type?: string }) => ({ href, type });

export const entryDocument = (work: Work): Document =>
  createDocument(`${xmlHead}${entryOf(work, ` ${namespaces}`)}\n`, work.changedAt);

function navigationEntry(
  door: NonNullable<Catalogue["navigation"]>[number],
  updated: string,
): string {
  const { title, text, path, rel, leadsTo, count } = door;
  const type = leadsTo === "navigation" ? mediaTypes.navigation1 : mediaTypes.acquisition1;
  return [
    "<entry>",
    element("id", absoluteUrl(path)),
    `<title>${markupText(title)}</title>`,
    element("updated", updated),
    `<content type="text">${markupText(text)}</content>`,
    link(rel, path, type, { "thr:count": count }),
    "</entry>",
  ].join("");
}

/**
 * A document of the catalogue as OPDS 1.2. @param today the `updated` date of entries without a
 * time of their own
 */
export function writeV1(catalogue: Catalogue, today = new Date()): Document {
  const { title, self, alternate, up, navigation, works, facets, pages, numbers } = catalogue;
  const kind = works ? mediaTypes.acquisition1 : mediaTypes.navigation1;
  const day = `${today.toISOString().slice(0, 10)}T00:00:00.000Z`;
  const [newest = day] = (works ?? [])
    .map(({ changedAt }) => changedAt)
    .sort()
    .reverse();
  const body = [
    xmlHead,
    `<feed ${namespaces} xml:lang="en">`,
    element("id", absoluteUrl(self)),
    `<title>${markupText(title)}</title>`,
    element("updated", newest),
    `<author>${element("name", brand.name)}${element("uri", absoluteUrl("/"))}</author>`,
    element("icon", absoluteUrl("/apple-icon.png")),
    link("self", self, kind),
    link("start", rootPath("1.2"), mediaTypes.navigation1),
    up ? link("up", up, mediaTypes.navigation1) : "",
    link("alternate", alternate, mediaTypes.feed2),
    link("search", openSearchPath, mediaTypes.openSearch),
    link("http://opds-spec.org/shelf", shelfPath("1.2", "liked"), mediaTypes.acquisition1),
    pages ? link("first", pages.first, kind) : "",
    pages?.previous ? link("previous", pages.previous, kind) : "",
    pages?.next ? link("next", pages.next, kind) : "",
    ...(facets?.links ?? []).map(({ title: name, path, isChosen }) =>
      link("http://opds-spec.org/facet", path, mediaTypes.acquisition1, {
        title: name,
        "opds:facetGroup": facets?.title,
        "opds:activeFacet": isChosen ? "true" : null,
      }),
    ),
    numbers?.total === undefined ? "" : element("opensearch:totalResults", String(numbers.total)),
    numbers ? element("opensearch:itemsPerPage", String(numbers.perPage)) : "",
    ...(navigation ?? []).map((door) => navigationEntry(door, day)),
    ...mapReadableRows(works ?? [], entryOf),
    "</feed>\n",
  ].join("");
  return createDocument(body, null);
}

/** The search description for OPDS 1.2 (OpenSearch 1.1). */
export const openSearchDocument = (): Document =>
  createDocument(
    [
      xmlHead,
      '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
      element("ShortName", brand.name),
      element("Description", `Comics on ${brand.name}`),
      element("InputEncoding", "UTF-8"),
      element("OutputEncoding", "UTF-8"),
      emptyElement("Url", {
        type: mediaTypes.acquisition1,
        template: `${absoluteUrl(listPath("1.2"))}?query={searchTerms}`,
      }),
      "</OpenSearchDescription>\n",
    ].join(""),
  );
