import "server-only";
import type { CompletedPart } from "@aws-sdk/client-s3";
import { type FileStore, filesPrefix, requireFileKey } from "./files";
import { type Connect, mapS3Errors } from "./s3-client";
import type { createBatchDelete } from "./s3-delete";
import { openS3 } from "./s3-open";

/** Bytes of a part. S3 requires at least 5 MB per part and at most 10,000 parts, here 80 GB. */
const partBytes = 8 * 1024 * 1024;

const nameOf = (key: string) => `${filesPrefix}/${requireFileKey(key)}`;

/**
 * Re-chunks a stream into parts of one size; the last one may be smaller, or empty for an empty
 * stream.
 */
async function* rechunk(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    waiting.push(chunk);
    length += chunk.byteLength;
    while (length >= partBytes) {
      const buffer = Buffer.concat(waiting);
      yield buffer.subarray(0, partBytes);
      waiting = [buffer.subarray(partBytes)];
      length -= partBytes;
    }
  }
  yield Buffer.concat(waiting);
}

/** Files below a prefix of a bucket, uploaded in parts. */
export function createS3Files(
  connect: Connect,
  Bucket: string,
  remove: ReturnType<typeof createBatchDelete>,
): FileStore {
  async function putSingle(Key: string, Body: Buffer, ContentType: string): Promise<number> {
    await mapS3Errors(async () => {
      const { sdk, client } = await connect();
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType }));
    });
    return Body.byteLength;
  }

  return {
    async put(key, body, ContentType) {
      const Key = nameOf(key);
      const parts = rechunk(body);
      const first = await parts.next();
      if (first.done || first.value.byteLength < partBytes) {
        return putSingle(Key, first.value ?? Buffer.alloc(0), ContentType);
      }
      const { sdk, client } = await connect();
      const { UploadId } = await mapS3Errors(() =>
        client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key, ContentType })),
      );
      try {
        const Parts: CompletedPart[] = [];
        let size = 0;
        const send = async (Body: Buffer) => {
          const PartNumber = Parts.length + 1;
          const { ETag } = await mapS3Errors(() =>
            client.send(new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })),
          );
          Parts.push({ PartNumber, ETag });
          size += Body.byteLength;
        };
        await send(first.value);
        for await (const part of parts) if (part.byteLength > 0) await send(part);
        await mapS3Errors(() =>
          client.send(
            new sdk.CompleteMultipartUploadCommand({
              Bucket,
              Key,
              UploadId,
              MultipartUpload: { Parts },
            }),
          ),
        );
        return size;
      } catch (error) {
        await client
          .send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
          .catch(() => {});
        throw error;
      }
    },
    open: (key, range) => openS3(connect, Bucket, nameOf(key), range),
    delete: (keys) => remove(keys.map(nameOf)),
    async *list() {
      const { sdk, client } = await connect();
      let ContinuationToken: string | undefined;
      do {
        const page = await mapS3Errors(() =>
          client.send(
            new sdk.ListObjectsV2Command({ Bucket, Prefix: `${filesPrefix}/`, ContinuationToken }),
          ),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          const key = Key?.slice(filesPrefix.length + 1);
          if (key && LastModified) yield { key, storedAt: LastModified };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },
  };
}
