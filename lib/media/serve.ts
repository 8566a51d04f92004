import "server-only";
import { authenticate } from "@/lib/platform/auth/authenticate";
import { notFound } from "@/lib/platform/errors";
import { type RangeRequest, rangeResponse } from "@/lib/platform/http/range-response";
import { storage } from "@/lib/platform/storage";
import { mediaTypeOf } from "@/lib/platform/storage/media-types";
import { findPublicMedia, isOwnedByViewer } from "./media-access-queries";

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
export async function serveMedia(file: string, request: RangeRequest): Promise<Response> {
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
 * Sec-Fetch-Dest header distinguishes the two, and caches vary by it.
 */
async function servePublished(file: string, request: RangeRequest): Promise<Response> {
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
export async function serveObject(file: string, request: RangeRequest): Promise<Response> {
  const mediaType = mediaTypeOf(file);
  if (!mediaType) throw notFound("picture");
  const headers = {
    "content-type": mediaType,
    "cache-control": publicCacheControl,
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
  const answer = await rangeResponse(
    request,
    { etag: `"${file.slice(0, 64)}"`, headers },
    (range) => storage().open(file, range),
  );
  if (!answer) throw notFound("picture");
  return answer;
}
