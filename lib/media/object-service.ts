import "server-only";
import { db, lockName, type Tx } from "@/lib/platform/db";

/** Serialises storing and sweeping of the same bytes until the transaction ends. */
export const lockObject = (tx: Tx, hash: string) => lockName(tx, `media:${hash}`);

/** Locks many keys, in sorted order to avoid deadlocks. */
export const lockObjects = (tx: Tx, keys: string[]) =>
  tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('media:' || hash, 0)) FROM (
      SELECT DISTINCT left(key, 64) AS hash FROM unnest(${keys}::text[]) AS key ORDER BY 1) AS ordered`;

/**
 * The keys that no row refers to. A smaller encoding of one picture may also be a picture of its
 * own, so after deleting a row call this to learn which objects may be deleted.
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
