import type { Storage } from "./storage";

const batchSize = 500;

/**
 * Deletes what was stored before a time and is no longer needed, such as what a process stored
 * before it died.
 * @param findUnneeded which of some keys to delete
 * @returns the number of deleted keys
 */
export async function sweepBlobs(
  store: Pick<Storage, "list" | "delete">,
  before: Date,
  findUnneeded: (keys: string[]) => Promise<string[]>,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const flush = async () => {
    const unneeded = await findUnneeded(batch);
    await store.delete(unneeded);
    removed += unneeded.length;
    batch = [];
  };
  for await (const { key, storedAt } of store.list()) {
    if (storedAt < before) batch.push(key);
    if (batch.length >= batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return removed;
}
