import type { OpenedBlob } from "../storage/blobs";
import { type ByteRange, parseRange, resolveRange } from "../storage/range";

/** The parts of a request that decide the response. */
export type RangeRequest = Pick<Request, "headers" | "method">;

export const matchesEtag = (header: string | null, etag: string) =>
  (header ?? "")
    .split(",")
    .some((each) => each.trim().replace(/^W\//, "") === etag || each.trim() === "*");

/**
 * Serves an immutable file with conditional and range requests (RFC 9110, 13 and 14), so that an
 * app can resume a download.
 * @param head `etag` and the other headers, except those of the range
 * @param open like `Storage.open`
 * @returns null if the file does not exist
 */
export async function rangeResponse(
  { headers, method }: RangeRequest,
  head: { etag: string; headers: HeadersInit },
  open: (range?: ByteRange) => Promise<OpenedBlob | "unsatisfiable" | null>,
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
  // Some stores ignore ranges and send the complete object, which is a valid response.
  const isPartial = resolvedRange?.start === start && resolvedRange.end === end;
  if (isPartial) answer.set("content-range", `bytes ${start}-${end}/${size}`);
  if (method === "HEAD") await discard(body);
  return new Response(method === "HEAD" ? null : (body as BodyInit), {
    status: isPartial ? 206 : 200,
    headers: answer,
  });
}

/** Without this, an unread body keeps its file or connection open. */
export async function discard(body: Uint8Array | ReadableStream): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}
