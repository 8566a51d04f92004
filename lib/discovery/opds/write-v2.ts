import { readingPath } from "@/lib/stories/reading/parts";
import "server-only";
import { brand } from "@/lib/platform/brand";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { absoluteUrl } from "@/lib/platform/site";
import { createDocument, type Document } from "../conditional-response";
import type { Catalogue } from "./catalogue";
import { acquisitions, coverImages, type Link, progressionLink } from "./links";
import { metadataOf } from "./manifest";
import { mediaTypes } from "./media-types";
import { authenticationPath, entryPath, listPath, rootPath, shelfPath } from "./urls";
import type { Work } from "./work-queries";

const type = mediaTypes.feed2;
const link = (rel: string, path: string, more: Partial<Link> = {}): Link => ({
  rel,
  href: absoluteUrl(path),
  type,
  ...more,
});

const openAccess = "http://opds-spec.org/acquisition/open-access";

/** A story as an OPDS publication. */
function publicationOf(work: Work) {
  return {
    metadata: metadataOf(work),
    links: [
      link("self", entryPath("2.0", work.id), { type: mediaTypes.publication2 }),
      ...(work.isPublic ? [link("alternate", readingPath(work.id), { type: "text/html" })] : []),
      ...acquisitions(work).map((offer) => ({ rel: openAccess, ...offer })),
      progressionLink(work.id),
    ],
    images: coverImages(work),
  };
}

export const publicationDocument = (work: Work): Document =>
  createDocument(JSON.stringify(publicationOf(work)), work.changedAt);

/** The response to a request without a password, or with a wrong one. */
export const authenticationDocument = () => ({
  id: absoluteUrl(authenticationPath),
  title: brand.name,
  description: `Sign in with your username and an app password. You make one in your ${brand.name} dashboard; your own password does not work here.`,
  links: [
    {
      rel: "logo",
      href: absoluteUrl("/apple-icon.png"),
      type: "image/png",
      width: 180,
      height: 180,
    },
    { rel: "help", href: absoluteUrl("/dashboard#apps"), type: "text/html" },
    { rel: "register", href: absoluteUrl("/register"), type: "text/html" },
  ],
  authentication: [
    {
      type: "http://opds-spec.org/auth/basic",
      labels: { login: "Username or email", password: "App password" },
    },
  ],
});

/** A document of the catalogue as OPDS 2.0. */
export function writeV2(catalogue: Catalogue): Document {
  const { title, self, alternate, up, navigation, works, facets, pages, numbers } = catalogue;
  const document = {
    metadata: {
      title,
      ...(numbers && {
        ...(numbers.total !== undefined && { numberOfItems: numbers.total }),
        itemsPerPage: numbers.perPage,
        currentPage: numbers.page,
      }),
    },
    links: [
      link("self", self),
      link("start", rootPath("2.0")),
      ...(up ? [link("up", up)] : []),
      link("alternate", alternate, {
        type: works ? mediaTypes.acquisition1 : mediaTypes.navigation1,
      }),
      {
        rel: "search",
        href: `${absoluteUrl(listPath("2.0"))}{?query}`,
        type,
        templated: true,
      },
      link("http://opds-spec.org/shelf", shelfPath("2.0", "liked")),
      ...(pages ? [link("first", pages.first)] : []),
      ...(pages?.previous ? [link("previous", pages.previous)] : []),
      ...(pages?.next ? [link("next", pages.next)] : []),
    ],
    ...(navigation && {
      navigation: navigation.map(({ title: name, path, rel, count }) =>
        link(rel, path, {
          title: name,
          ...(count !== undefined && { properties: { numberOfItems: count } }),
        }),
      ),
    }),
    ...(works && { publications: mapReadableRows(works, publicationOf) }),
    ...(facets && {
      facets: [
        {
          metadata: { title: facets.title },
          links: facets.links.map(({ title: name, path, isChosen }) => ({
            href: absoluteUrl(path),
            type,
            title: name,
            ...(isChosen && { rel: "self" }),
          })),
        },
      ],
    }),
  };
  return createDocument(JSON.stringify(document), null);
}
