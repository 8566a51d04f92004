import "server-only";
import type { OpenedFile } from "./files";
import type { ByteRange } from "./opened-object";
import { rangeHeader } from "./range";
import { type Connect, isMissing, mapS3Errors, statusOf } from "./s3-client";

/** Opens an object of a bucket, as `Storage.open`. @throws AppError `unavailable` */
export async function openS3(
  connect: Connect,
  Bucket: string,
  Key: string,
  range?: ByteRange,
): Promise<OpenedFile | "unsatisfiable" | null> {
  if (range && "last" in range && range.last === 0) return "unsatisfiable";
  const answer = await mapS3Errors(async () => {
    const { sdk, client } = await connect();
    const Range = range && rangeHeader(range);
    try {
      return await client.send(new sdk.GetObjectCommand({ Bucket, Key, Range }));
    } catch (error) {
      if (isMissing(error)) return null;
      if (range && statusOf(error) === 416) return "unsatisfiable" as const;
      throw error;
    }
  });
  if (answer === "unsatisfiable") return answer;
  if (!answer?.Body) return null;
  // Some stores ignore ranges and send the complete object.
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? "") ?? [];
  const body = answer.Body.transformToWebStream() as ReadableStream<Uint8Array>;
  const length = answer.ContentLength ?? 0;
  return total === undefined
    ? { body, size: length, start: 0, end: length - 1 }
    : { body, size: Number(total), start: Number(start), end: Number(end) };
}
