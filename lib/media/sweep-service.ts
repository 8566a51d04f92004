import "server-only";
import { db, Prisma } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { sweepBlobs } from "@/lib/platform/storage/sweep";
import { sweepDirectUploads } from "./direct-upload";
import { findUnreferencedKeys, lockObject } from "./object-service";
import { mediaVariant } from "./schema";
import { keyOf } from "./urls";

/** Age after which unused pictures and objects without a row are deleted. */
export const unusedAfterHours = 24;

/**
 * Media of pending jobs, and results of the last hour, because browsers may still use their URLs.
 */
const mediaOfWork = Prisma.sql`ARRAY(
  SELECT made.media_id::uuid FROM job j
  CROSS JOIN LATERAL (VALUES (j.result ->> 'mediaId'), (j.input ->> 'mediaId')) AS made (media_id)
  WHERE (j.status IN ('queued', 'processing') OR j.finished_at > now() - interval '1 hour')
    AND made.media_id IS NOT NULL)`;

/** Condition on `media_object m`: no row refers to it. */
const isUnused = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM user_account WHERE avatar_media_id = m.id
  UNION ALL SELECT 1 FROM story WHERE preview_media_id = m.id
  UNION ALL SELECT 1 FROM panel WHERE image_media_id = m.id
  UNION ALL SELECT 1 FROM panel WHERE video_media_id = m.id
  UNION ALL SELECT 1 FROM take WHERE media_id = m.id
  UNION ALL SELECT 1 FROM take WHERE original_media_id = m.id
  UNION ALL SELECT 1 FROM "character" WHERE primary_media_id = m.id
  UNION ALL SELECT 1 FROM location WHERE primary_media_id = m.id
  UNION ALL SELECT 1 FROM character_image WHERE media_id = m.id
  UNION ALL SELECT 1 FROM location_image WHERE media_id = m.id
  UNION ALL SELECT 1 FROM reference_picture WHERE media_id = m.id
  UNION ALL SELECT 1 FROM story WHERE style_media_id = m.id
  UNION ALL SELECT 1 FROM library_entry WHERE primary_media_id = m.id
  UNION ALL SELECT 1 FROM library_picture WHERE media_id = m.id
  UNION ALL SELECT 1 FROM share_picture WHERE media_id = m.id)
  AND m.id <> ALL (${mediaOfWork})`;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/**
 * Deletes unused pictures, objects without a row and abandoned uploads, once they are too old for a
 * pending job to need.
 * @param runPart runs each part as its own call, for hosts with a time limit per call
 */
export async function sweepMedia(
  olderThanHours = unusedAfterHours,
  runPart: (part: string, work: () => Promise<number>) => Promise<number> = (_, work) => work(),
): Promise<{ pictures: number; objects: number; uploads: number }> {
  const before = hoursAgo(olderThanHours);
  return {
    pictures: await runPart("pictures", () => sweepPictures(before)),
    objects: await runPart("objects", () => sweepBlobs(storage(), before, findUnreferencedKeys)),
    uploads: await runPart("uploads", () => sweepDirectUploads(before)),
  };
}

/** Fits comfortably into one step; the next sweep continues. */
const batchSize = 5_000;

async function sweepPictures(before: Date): Promise<number> {
  const unused = await db.$queryRaw<{ id: string; sha256: string }[]>`
    SELECT m.id, m.sha256 FROM media_object m WHERE m.created_at < ${before} AND ${isUnused}
    LIMIT ${batchSize}`;
  let removed = 0;
  for (const { id, sha256: hash } of unused) {
    if (await removePicture(id, hash, before)) removed += 1;
  }
  return removed;
}

/** Deletes the row, then its objects, under the lock for storing the same bytes. */
async function removePicture(mediaId: string, hash: string, before: Date): Promise<boolean> {
  return db.$transaction(async (tx) => {
    await lockObject(tx, hash);
    const [row] = await tx.$queryRaw<{ extension: string; variants: unknown }[]>`
      DELETE FROM media_object m
      WHERE m.id = ${mediaId}::uuid AND m.created_at < ${before} AND ${isUnused}
      RETURNING extension, variants`;
    if (!row) return false;
    const variants = mediaVariant.array().parse(row.variants);
    const keys = [
      keyOf({ sha256: hash, extension: row.extension }),
      ...variants.map((variant) => variant.key),
    ];
    await storage().delete(await findUnreferencedKeys(keys));
    return true;
  });
}
