import "server-only";
import { authenticate } from "@/lib/platform/auth/authenticate";
import { notFound } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/storage";
import { mediaTypeOf } from "@/lib/platform/storage/media-types";
import { parseRange, resolveRange } from "@/lib/platform/storage/range";
import { findPublicMedia, isOwnedByViewer } from "./media-access-queries";

/** The parts of a request that serving needs. */
type MediaRequest = Pick<Request, "headers" | "method">;

/** Caches revalidate after an hour, because a public file may become private. */
const publicCacheControl = "public, max-age=3600";

/** Value of X-Robots-Tag for files whose author opted out of AI training. */
export const noTrainingDirective = "noai, noimageai";

/** Only the viewer's browser caches a private file, for an hour. */
const privateHeaders = { "cache-control": "private, max-age=3600", vary: "cookie, authorization" };

/**
 * Serves a stored picture or video: to everyone once it is published, before that to its author.
 * @throws AppError `not_found`, for files that the viewer may not see as for unknown names
 */
export async function serveMedia(file: string, request: MediaRequest): Promise<Response> {
  if (!mediaTypeOf(file)) throw notFound("picture");
  const publicMedia = await findPublicMedia(file);
  if (publicMedia) {
    const answer = await servePublished(file, request);
    if (publicMedia.noTraining) answer.headers.set("x-robots-tag", noTrainingDirective);
    return answer;
  }
  const viewer = await authenticate(request.headers);
  if (!viewer || !(await isOwnedByViewer(viewer, file))) throw notFound("picture");
  const answer = await serveObject(file, request);
  for (const [name, value] of Object.entries(privateHeaders)) answer.headers.set(name, value);
  answer.headers.set("cross-origin-resource-policy", "same-origin");
  return answer;
}

/**
 * If the store has a public address, image and video elements are redirected there. Scripts read
 * the bytes, which the store's CORS rules may forbid, so the server answers them. The
 * Sec-Fetch-Dest header tells them apart, and caches vary by it.
 */
async function servePublished(file: string, request: MediaRequest): Promise<Response> {
  const { publicUrl } = storage();
  if (!publicUrl) return serveObject(file, request);
  const vary = "sec-fetch-dest";
  if (/^(image|video)$/.test(request.headers.get(vary) ?? "")) {
    const headers = { location: publicUrl(file), "cache-control": publicCacheControl, vary };
    return new Response(null, { status: 308, headers });
  }
  const answer = await serveObject(file, request);
  answer.headers.set("vary", vary);
  return answer;
}

/**
 * Serves an object by its file name. Names are content hashes, so the response never changes.
 * @throws AppError `not_found`; impossible names are refused before reading
 */
export async function serveObject(
  file: string,
  { headers, method }: MediaRequest,
): Promise<Response> {
  if (!mediaTypeOf(file)) throw notFound("picture");
  const etag = `"${file.slice(0, 64)}"`;
  const answer = new Headers({
    "cache-control": publicCacheControl,
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    etag,
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
  });
  if (matchesEtag(headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers: answer });
  }
  const condition = headers.get("if-range");
  const range = condition && condition !== etag ? null : parseRange(headers.get("range"));
  const opened = await storage().open(file, range ?? undefined);
  if (!opened) throw notFound("picture");
  if (opened === "unsatisfiable") {
    const complete = await storage().open(file);
    if (!complete || complete === "unsatisfiable") throw notFound("picture");
    await discard(complete.body);
    answer.set("content-range", `bytes */${complete.size}`);
    return new Response(null, { status: 416, headers: answer });
  }
  const { body, mediaType, size, start, end } = opened;
  answer.set("content-type", mediaType);
  answer.set("content-length", String(end - start + 1));
  const resolvedRange = range && resolveRange(range, size);
  // A store without ranges sends the complete object, which is a valid answer.
  const isPartial = resolvedRange?.start === start && resolvedRange.end === end;
  if (isPartial) answer.set("content-range", `bytes ${start}-${end}/${size}`);
  if (method === "HEAD") await discard(body);
  return new Response(method === "HEAD" ? null : (body as BodyInit), {
    status: isPartial ? 206 : 200,
    headers: answer,
  });
}

/** An unread body would keep its file or connection open. */
async function discard(body: Uint8Array | ReadableStream): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}

export const matchesEtag = (header: string | null, etag: string) =>
  (header ?? "")
    .split(",")
    .some((each) => each.trim().replace(/^W\//, "") === etag || each.trim() === "*");
