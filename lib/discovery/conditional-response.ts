import "server-only";
import { createHash } from "node:crypto";
import { matchesEtag } from "@/lib/platform/http/range-response";

/** A cacheable text response. */
export interface Document {
  body: string;
  etag: string;
  /** ISO 8601, of the newest entry. */
  lastModified: string | null;
}

export const createDocument = (body: string, lastModified: string | null = null): Document => ({
  body,
  etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`,
  lastModified,
});

/** For shared caches: short, because an unpublished story must disappear soon. */
export const shortCacheControl = "public, max-age=300";

/** A document, or 304 where the client's copy is current. */
export function conditionalResponse(
  request: Request,
  document: Document,
  mediaType: string,
): Response {
  const headers = new Headers({
    "content-type": `${mediaType}; charset=utf-8`,
    "cache-control": shortCacheControl,
    etag: document.etag,
    ...(document.lastModified
      ? { "last-modified": new Date(document.lastModified).toUTCString() }
      : {}),
  });
  return isNotModified(request.headers, document)
    ? new Response(null, { status: 304, headers })
    : new Response(document.body, { headers });
}

/** If-None-Match takes precedence over If-Modified-Since (RFC 9110, 13.2.2). */
function isNotModified(asked: Headers, { etag, lastModified }: Document): boolean {
  const tags = asked.get("if-none-match");
  if (tags !== null) return matchesEtag(tags, etag);
  const since = Date.parse(asked.get("if-modified-since") ?? "");
  if (Number.isNaN(since) || !lastModified) return false;
  return Math.floor(Date.parse(lastModified) / 1000) * 1000 <= since;
}
