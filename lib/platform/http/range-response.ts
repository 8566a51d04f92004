import type { ByteRange, OpenedObject } from "../storage/opened-object";
import { parseRange, resolveRange } from "../storage/range";

/** The parts of a request that serving needs. */
export type RangeRequest = Pick<Request, "headers" | "method">;

export const matchesEtag = (header: string | null, etag: string) =>
  (header ?? "")
    .split(",")
    .some((each) => each.trim().replace(/^W\//, "") === etag || each.trim() === "*");

/**
 * Serves an immutable file whole, in part or not at all (RFC 9110, 13 and 14), so that an app can
 * continue a download that broke off.
 * @param head `etag`, and the headers of the file besides those of its range
 * @param open as `Storage.open`
 * @returns null if the file does not exist
 */
export async function rangeResponse(
  { headers, method }: RangeRequest,
  head: { etag: string; headers: HeadersInit },
  open: (range?: ByteRange) => Promise<Omit<OpenedObject, "mediaType"> | "unsatisfiable" | null>,
): Promise<Response | null> {
  const { etag } = head;
  const answer = new Headers(head.headers);
  answer.set("etag", etag);
  answer.set("accept-ranges", "bytes");
  if (matchesEtag(headers.get("if-none-match"), etag)) {
    answer.delete("content-type");
    return new Response(null, { status: 304, headers: answer });
  }
  const condition = headers.get("if-range");
  const range = condition && condition !== etag ? null : parseRange(headers.get("range"));
  const opened = await open(range ?? undefined);
  if (!opened) return null;
  if (opened === "unsatisfiable") {
    const complete = await open();
    if (!complete || complete === "unsatisfiable") return null;
    await discard(complete.body);
    answer.delete("content-type");
    answer.set("content-range", `bytes */${complete.size}`);
    return new Response(null, { status: 416, headers: answer });
  }
  const { body, size, start, end } = opened;
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
