import "server-only";
import { notFound } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/storage";
import { mediaTypeOf } from "@/lib/platform/storage/media-types";

/**
 * An object by its file name. The name is made of the content, so an answer never goes stale.
 * @throws AppError `not_found`, for names that cannot exist before anything is read
 */
export async function serveObject(file: string, headers: Headers): Promise<Response> {
  if (!mediaTypeOf(file)) throw notFound("picture");
  const etag = `"${file.slice(0, 64)}"`;
  const answer = new Headers({
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    etag,
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
  });
  if (matches(headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers: answer });
  }
  const object = await storage().get(file);
  if (!object) throw notFound("picture");
  answer.set("content-type", object.mediaType);
  const range = rangeOf(headers, etag, object.bytes.byteLength);
  if (range === "unsatisfiable") {
    answer.set("content-range", `bytes */${object.bytes.byteLength}`);
    return new Response(null, { status: 416, headers: answer });
  }
  const bytes = range ? object.bytes.subarray(range.start, range.end + 1) : object.bytes;
  answer.set("content-length", String(bytes.byteLength));
  if (range) {
    answer.set("content-range", `bytes ${range.start}-${range.end}/${object.bytes.byteLength}`);
  }
  return new Response(bytes as BodyInit, { status: range ? 206 : 200, headers: answer });
}

export const matches = (header: string | null, etag: string) =>
  (header ?? "")
    .split(",")
    .some((each) => each.trim().replace(/^W\//, "") === etag || each.trim() === "*");

/** One range of bytes, inclusive; null for the whole, also where several are asked for. */
function rangeOf(headers: Headers, etag: string, size: number) {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range") ?? "");
  const condition = headers.get("if-range");
  if (!asked || (asked[1] === "" && asked[2] === "") || (condition && condition !== etag)) {
    return null;
  }
  const last = size - 1;
  const start = asked[1] === "" ? Math.max(0, size - Number(asked[2])) : Number(asked[1]);
  const end = asked[1] === "" || asked[2] === "" ? last : Math.min(Number(asked[2]), last);
  return start > last || start > end ? ("unsatisfiable" as const) : { start, end };
}
