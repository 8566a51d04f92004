import "server-only";
import { type Connect, guarded, isMissing, statusOf } from "./s3-client";

/** The most that one call may delete. */
const batchSize = 1_000;
/** Single deletions beside each other. */
const atOnce = 8;
/** What stores say to a call that they do not know. */
const unknownCall: ReadonlySet<number | undefined> = new Set([400, 404, 405, 411, 501]);

/**
 * Deletes objects, a thousand with each call; those that are not there are passed over. A store
 * that does not know such calls is asked for one object at a time from then on, and so are objects
 * that its answer leaves out: what was not named as deleted is still there.
 */
export function createRemoval(connect: Connect, Bucket: string) {
  let knowsBatches = true;

  async function removeSingly(keys: string[]): Promise<void> {
    const { sdk, client } = await connect();
    for (let from = 0; from < keys.length; from += atOnce) {
      await Promise.all(
        keys.slice(from, from + atOnce).map((Key) =>
          client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch((error) => {
            if (!isMissing(error)) throw error;
          }),
        ),
      );
    }
  }

  /** @returns what has to be deleted singly */
  async function removeTogether(keys: string[]): Promise<string[]> {
    const { sdk, client } = await connect();
    try {
      const { Deleted = [], Errors = [] } = await client.send(
        new sdk.DeleteObjectsCommand({
          Bucket,
          Delete: { Objects: keys.map((Key) => ({ Key })) },
        }),
      );
      const gone = new Set(Deleted.map(({ Key }) => Key));
      for (const { Key, Code } of Errors) if (Code === "NoSuchKey") gone.add(Key);
      return keys.filter((key) => !gone.has(key));
    } catch (error) {
      if (!unknownCall.has(statusOf(error))) throw error;
      // A bucket that is not there answers 404 too: then the first single call says so.
      await removeSingly(keys.slice(0, 1));
      knowsBatches = false;
      return keys.slice(1);
    }
  }

  /** @throws AppError `unavailable` */
  return (keys: string[]): Promise<void> =>
    guarded(async () => {
      for (let from = 0; from < keys.length; from += batchSize) {
        const batch = keys.slice(from, from + batchSize);
        const rest = knowsBatches && batch.length > 1 ? await removeTogether(batch) : batch;
        await removeSingly(rest);
      }
    });
}
