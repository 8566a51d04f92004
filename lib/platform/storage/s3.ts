import "server-only";
import type { CompletedPart } from "@aws-sdk/client-s3";
import { type Blobs, toStorageError } from "./blobs";
import { rangeHeader } from "./range";
import { createConnector, isMissing, type S3Settings, statusOf } from "./s3-client";
import { createStorage, type Storage } from "./storage";

/** Seconds within which a browser must begin an upload. */
const uploadUrlLifetimeSeconds = 300;
/** Bytes of a part. S3 requires at least 5 MB per part and at most 10,000 parts, here 80 GB. */
const partBytes = 8 * 1024 * 1024;
/** S3's limit of keys per call. */
const batchSize = 1_000;
/** Concurrent single deletions. */
const concurrency = 8;
/** Statuses of stores that do not support the batch call. */
const unsupportedStatuses: ReadonlySet<number | undefined> = new Set([400, 404, 405, 411, 501]);

/** Blobs in a bucket of Amazon S3 or a compatible store. */
function createS3Blobs(settings: S3Settings): Blobs {
  const { bucket: Bucket } = settings;
  const connect = createConnector(settings);
  let supportsBatchDelete = true;

  /** Runs calls of the SDK. @throws AppError `unavailable` for each of its errors */
  const using = async <T>(work: (s3: Awaited<ReturnType<typeof connect>>) => Promise<T>) => {
    try {
      return await work(await connect());
    } catch (error) {
      throw toStorageError(error);
    }
  };

  const deleteSingly = (keys: string[]) =>
    using(async ({ sdk, client }) => {
      for (let from = 0; from < keys.length; from += concurrency) {
        await Promise.all(
          keys.slice(from, from + concurrency).map((Key) =>
            client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch((error) => {
              if (!isMissing(error)) throw error;
            }),
          ),
        );
      }
    });

  /** @returns the keys that must be deleted singly: those not reported as deleted */
  const deleteBatch = (keys: string[]) =>
    using(async ({ sdk, client }) => {
      const Objects = keys.map((Key) => ({ Key }));
      try {
        const { Deleted = [], Errors = [] } = await client.send(
          new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
        );
        const deleted = new Set(Deleted.map(({ Key }) => Key));
        for (const { Key, Code } of Errors) if (Code === "NoSuchKey") deleted.add(Key);
        return keys.filter((key) => !deleted.has(key));
      } catch (error) {
        if (!unsupportedStatuses.has(statusOf(error))) throw error;
        // A missing bucket also answers 404; this single call then throws.
        await deleteSingly(keys.slice(0, 1));
        supportsBatchDelete = false;
        return keys.slice(1);
      }
    });

  /** Uploads parts of one size, of which there are at least two. */
  async function putInParts(
    target: { Bucket: string; Key: string },
    headers: { ContentType: string },
    parts: AsyncIterable<Buffer>,
  ): Promise<number> {
    const { UploadId } = await using(({ sdk, client }) =>
      client.send(new sdk.CreateMultipartUploadCommand({ ...target, ...headers })),
    );
    const upload = { ...target, UploadId };
    try {
      const Parts: CompletedPart[] = [];
      let size = 0;
      for await (const Body of parts) {
        const PartNumber = Parts.length + 1;
        const { ETag } = await using(({ sdk, client }) =>
          client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body })),
        );
        Parts.push({ PartNumber, ETag });
        size += Body.byteLength;
      }
      const MultipartUpload = { Parts };
      await using(({ sdk, client }) =>
        client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload })),
      );
      return size;
    } catch (error) {
      await using(({ sdk, client }) =>
        client.send(new sdk.AbortMultipartUploadCommand(upload)),
      ).catch(() => {});
      throw error;
    }
  }

  return {
    name: `bucket ${Bucket}`,
    async put(Key, body, { mediaType: ContentType, cacheControl: CacheControl }) {
      const target = { Bucket, Key };
      const putWhole = (Body: Uint8Array) =>
        using(({ sdk, client }) =>
          client.send(new sdk.PutObjectCommand({ ...target, Body, ContentType, CacheControl })),
        ).then(() => Body.byteLength);
      if (body instanceof Uint8Array) return putWhole(body);
      const parts = rechunk(body);
      const { value: first = Buffer.alloc(0) } = await parts.next();
      const second = await parts.next();
      if (second.done) return putWhole(first);
      return putInParts(target, { ContentType }, prepend([first, second.value], parts));
    },
    async open(Key, range) {
      if (range && "last" in range && range.last === 0) return "unsatisfiable";
      const answer = await using(async ({ sdk, client }) => {
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
      const [, start, end, total] =
        /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? "") ?? [];
      const body = answer.Body.transformToWebStream() as ReadableStream<Uint8Array>;
      const length = answer.ContentLength ?? 0;
      return total === undefined
        ? { body, size: length, start: 0, end: length - 1 }
        : { body, size: Number(total), start: Number(start), end: Number(end) };
    },
    async delete(keys) {
      for (let from = 0; from < keys.length; from += batchSize) {
        const batch = keys.slice(from, from + batchSize);
        const rest = supportsBatchDelete && batch.length > 1 ? await deleteBatch(batch) : batch;
        await deleteSingly(rest);
      }
    },
    async *list(Prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await using(({ sdk, client }) =>
          client.send(
            new sdk.ListObjectsV2Command({
              Bucket,
              ...(Prefix && { Prefix }),
              ContinuationToken,
            }),
          ),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key, storedAt: LastModified };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },
    presign: (Key, { size: ContentLength, mediaType: ContentType }) =>
      using(async ({ sdk, client }) => {
        const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
        const command = new sdk.PutObjectCommand({ Bucket, Key, ContentType, ContentLength });
        const url = await getSignedUrl(client, command, {
          expiresIn: uploadUrlLifetimeSeconds,
          signableHeaders: new Set(["host", "content-type", "content-length"]),
        });
        return { url, headers: { "content-type": ContentType } };
      }),
    /**
     * Lists one key: works without leaving an object behind, and credentials that may not read may
     * not write either.
     */
    async check() {
      await using(({ sdk, client }) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, MaxKeys: 1 })),
      );
    },
  };
}

/** Re-chunks a stream into parts of one size; the last one may be smaller. */
async function* rechunk(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    waiting.push(chunk);
    length += chunk.byteLength;
    while (length > partBytes) {
      const buffer = Buffer.concat(waiting);
      yield buffer.subarray(0, partBytes);
      waiting = [buffer.subarray(partBytes)];
      length -= partBytes;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}

async function* prepend<T>(first: T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

/** Storage in a bucket; `publicBaseUrl` is the public address of its objects. */
export const createS3Storage = (settings: S3Settings & { publicBaseUrl?: string }): Storage => {
  const base = settings.publicBaseUrl?.replace(/\/+$/, "");
  return createStorage(createS3Blobs(settings), base ? (key) => `${base}/${key}` : undefined);
};
