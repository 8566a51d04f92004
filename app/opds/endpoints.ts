import { hidesAi } from "@/lib/accounts/queries";
import {
  authenticateOptional,
  authenticateReader,
  authenticationLink,
  documentResponse,
} from "@/lib/discovery/opds/authentication";
import {
  type Catalogue,
  listCatalogue,
  rootCatalogue,
  shelfCatalogue,
  tagsCatalogue,
} from "@/lib/discovery/opds/catalogue";
import { findWork, readList, readShelf } from "@/lib/discovery/opds/lists";
import { mediaTypes } from "@/lib/discovery/opds/media-types";
import { listQuery, pageNumberQuery, shelfParams } from "@/lib/discovery/opds/schema";
import type { OpdsFormat } from "@/lib/discovery/opds/urls";
import { entryDocument, writeV1 } from "@/lib/discovery/opds/write-v1";
import { publicationDocument, writeV2 } from "@/lib/discovery/opds/write-v2";
import { type Endpoint, route } from "@/lib/platform/http/route";
import { cachedTags } from "@/lib/stories/page-cache";
import { storyParams } from "@/lib/stories/schema";

// Endpoints that both formats share; each route is one of them with its format.

function catalogueResponse(
  request: Request,
  format: OpdsFormat,
  catalogue: Catalogue,
  isShared: boolean,
): Response {
  const kind = catalogue.works ? mediaTypes.acquisition1 : mediaTypes.navigation1;
  return format === "2.0"
    ? documentResponse(request, writeV2(catalogue), mediaTypes.feed2, isShared)
    : documentResponse(request, writeV1(catalogue), kind, isShared);
}

const jsonTypes: readonly string[] = [mediaTypes.feed2, "application/json"];

/**
 * Whether the client asks for OPDS 2.0 and does not prefer Atom (RFC 9110, 12.5.1). Without either
 * in `Accept`, the answer is Atom, which every reading app supports.
 */
function wantsJson(accept: string | null): boolean {
  const weights = { atom: 0, json: 0 };
  for (const range of (accept ?? "").toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const stated = parameters.find((part) => part.startsWith("q="))?.slice(2);
    const weight = stated === undefined ? 1 : Number(stated) || 0;
    if (type === "application/atom+xml") weights.atom = Math.max(weights.atom, weight);
    if (jsonTypes.includes(type)) weights.json = Math.max(weights.json, weight);
  }
  return weights.json > 0 && weights.json >= weights.atom;
}

/** @param format null to negotiate by the Accept header */
export const rootEndpoint = (format: OpdsFormat | null): Endpoint =>
  route(
    {
      summary: `The catalogue for reading apps, as OPDS ${format ?? "1.2, or 2.0 if requested"}`,
      auth: "none",
      response: "raw",
    },
    async (context) => {
      const reader = await authenticateOptional(context);
      if (reader instanceof Response) return reader;
      const { request } = context;
      const chosen = format ?? (wantsJson(request.headers.get("accept")) ? "2.0" : "1.2");
      const answer = catalogueResponse(request, chosen, rootCatalogue(chosen), true);
      answer.headers.append("link", authenticationLink());
      if (format === null) answer.headers.append("vary", "accept");
      return answer;
    },
  );

export const listEndpoint = (format: OpdsFormat): Endpoint =>
  route(
    {
      summary: `Stories of all authors, of a tag, of an author or of a search, as OPDS ${format}`,
      auth: "none",
      query: listQuery,
      response: "raw",
    },
    async (context) => {
      const reader = await authenticateOptional(context);
      if (reader instanceof Response) return reader;
      const { query, address, request } = context;
      // As on the site, an author's own list has all of their stories.
      const made =
        reader && query.author === undefined && (await hidesAi(reader.id)) ? "by-hand" : undefined;
      const found = await readList(query, address, made);
      const catalogue = listCatalogue(format, query, found);
      const answer = catalogueResponse(request, format, catalogue, made === undefined);
      answer.headers.set("vary", "authorization");
      return answer;
    },
  );

export const tagsEndpoint = (format: OpdsFormat): Endpoint =>
  route(
    {
      summary: `Tags that stories have, as OPDS ${format}`,
      auth: "none",
      query: pageNumberQuery,
      response: "raw",
    },
    async (context) => {
      const reader = await authenticateOptional(context);
      if (reader instanceof Response) return reader;
      const catalogue = tagsCatalogue(format, await cachedTags(), context.query.page);
      return catalogueResponse(context.request, format, catalogue, true);
    },
  );

export const shelfEndpoint = (format: OpdsFormat): Endpoint =>
  route(
    {
      summary: `What one likes, has made or has begun to read, as OPDS ${format}`,
      auth: "none",
      params: shelfParams,
      query: pageNumberQuery,
      response: "raw",
    },
    async (context) => {
      const viewer = await authenticateReader(context);
      if (viewer instanceof Response) return viewer;
      const { params, query, request } = context;
      const found = await readShelf(viewer, params.shelf, query.page);
      const catalogue = shelfCatalogue(format, params.shelf, found);
      return catalogueResponse(request, format, catalogue, false);
    },
  );

export const entryEndpoint = (format: OpdsFormat): Endpoint =>
  route(
    {
      summary: `A story with what opens it, as OPDS ${format}`,
      auth: "none",
      params: storyParams,
      response: "raw",
    },
    async (context) => {
      const viewer = await authenticateOptional(context);
      if (viewer instanceof Response) return viewer;
      const { work } = await findWork(viewer, context.params.storyId);
      return format === "2.0"
        ? documentResponse(
            context.request,
            publicationDocument(work),
            mediaTypes.publication2,
            work.isPublic,
          )
        : documentResponse(context.request, entryDocument(work), mediaTypes.entry1, work.isPublic);
    },
  );
