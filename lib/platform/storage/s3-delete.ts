import "server-only";
import { type Connect, isMissing, mapS3Errors, statusOf } from "./s3-client";

/** S3's limit of keys per call. */
const batchSize = 1_000;
/** Concurrent single deletions. */
const concurrency = 8;
/** Statuses of stores that do not support the batch call. */
const unsupportedStatuses: ReadonlySet<number | undefined> = new Set([400, 404, 405, 411, 501]);

/**
 * Deletes objects in batches; missing ones are ignored. Falls back to single calls for a store
 * without batch deletion, and for keys that a response does not report as deleted.
 */
export function createBatchDelete(connect: Connect, Bucket: string) {
  let supportsBatchDelete = true;

  async function deleteSingly(keys: string[]): Promise<void> {
    const { sdk, client } = await connect();
    for (let from = 0; from < keys.length; from += concurrency) {
      await Promise.all(
        keys.slice(from, from + concurrency).map((Key) =>
          client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch((error) => {
            if (!isMissing(error)) throw error;
          }),
        ),
      );
    }
  }

  /** @returns the keys that must be deleted singly */
  async function deleteBatch(keys: string[]): Promise<string[]> {
    const { sdk, client } = await connect();
    try {
      const { Deleted = [], Errors = [] } = await client.send(
        new sdk.DeleteObjectsCommand({
          Bucket,
          Delete: { Objects: keys.map((Key) => ({ Key })) },
        }),
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
  }

  /** @throws AppError `unavailable` */
  return (keys: string[]): Promise<void> =>
    mapS3Errors(async () => {
      for (let from = 0; from < keys.length; from += batchSize) {
        const batch = keys.slice(from, from + batchSize);
        const rest = supportsBatchDelete && batch.length > 1 ? await deleteBatch(batch) : batch;
        await deleteSingly(rest);
      }
    });
}
