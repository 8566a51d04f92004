import "server-only";
import { type Connect, isMissing, mapS3Errors, statusOf } from "./s3-client";

/** The most that one call may delete. */
const batchSize = 1_000;
/** Single deletions beside each other. */
const concurrency = 8;
/** What stores say to a call that they do not know. */
const unsupportedStatuses: ReadonlySet<number | undefined> = new Set([400, 404, 405, 411, 501]);

/**
 * Deletes objects, a thousand with each call; those that are not there are passed over. A store
 * that does not know such calls is asked for one object at a time from then on, and so are objects
 * that its answer leaves out: what was not named as deleted is still there.
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

  /** @returns what has to be deleted singly */
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
      // A bucket that is not there answers 404 too: then the first single call says so.
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
