import "server-only";
import { db, type Tx } from "@/lib/platform/db";

/** The key of an object in storage: the hash of its bytes, and what they are. */
export const keyOf = (picture: { sha256: string; extension: string }) =>
  `${picture.sha256}.${picture.extension}`;

/** Storing and sweeping the same bytes wait for each other until the transaction ends. */
export const lockObject = (tx: Tx, hash: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`media:${hash}`}, 0))`;

/** The same for many keys, in one order for all who do so. */
export const lockObjects = (tx: Tx, keys: string[]) =>
  tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('media:' || hash, 0)) FROM (
      SELECT DISTINCT left(key, 64) AS hash FROM unnest(${keys}::text[]) AS key ORDER BY 1) AS ordered`;

/**
 * Those of these keys that no row names. An encoding of one picture may be a picture of its own too:
 * whoever deletes a row asks here, after it is gone, what may go with it.
 */
export async function findUnreferencedKeys(keys: string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT k.key FROM unnest(${keys}::text[]) AS k(key)
    WHERE NOT EXISTS (SELECT 1 FROM media_object m WHERE m.sha256 = left(k.key, 64)::char(64))
      AND NOT EXISTS (
        SELECT 1 FROM media_object m
        WHERE m.variants @> jsonb_build_array(jsonb_build_object('key', k.key)))`;
  return rows.map((row) => row.key);
}
