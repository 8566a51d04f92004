import "server-only";
import { createHash } from "node:crypto";
import { release } from "@/lib/platform/bytes";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { storage } from "@/lib/platform/storage";
import type { ComposedPicture } from "./compose";
import { hasCredentials, sign } from "./credentials/credentials";
import { type History, history, type Sources } from "./credentials/history";
import { encodeMain, encodeVariants } from "./encode";
import type { EncodedPicture } from "./encoder/pictures.mjs";
import { tellStored } from "./events";
import { sweepIncoming } from "./incoming";
import { type MediaVariant, mediaVariant } from "./schema";
import { mediaTypeIn, missingFile } from "./upload";
import { mediaUrlOf } from "./urls";
import { checkVideo } from "./video";
import type { Origin } from "./xmp.mjs";

/** A picture that is in storage and in the database. */
export interface StoredPicture {
  id: string;
  sha256: string;
  extension: string;
  width: number;
  height: number;
}

/** Pictures nobody used, and objects nobody knows, are kept this long. */
export const unusedAfterHours = 24;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const keyOf = (picture: { sha256: string; extension: string }) =>
  `${picture.sha256}.${picture.extension}`;

/** Storing and sweeping the same bytes wait for each other until the transaction ends. */
const lockObject = (tx: Tx, hash: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`media:${hash}`}, 0))`;

interface PictureFrom {
  origin: Origin;
  uploaderId?: string;
  /** Nobody needs the bytes afterwards, they may be empty then. */
  handOver?: boolean;
  /** Provider and model that made it. */
  agent?: string;
  /** The stored picture that it is a change of. */
  changedFrom?: string;
}

/**
 * Encodes a picture anew, signs what was done and stores it under the hash of what came out; the same
 * picture stored twice is one object. Its smaller encodings are made later by `prepareVariants`.
 * @throws AppError `invalid_image`, `unavailable`
 */
export async function storePicture(bytes: Uint8Array, from: PictureFrom): Promise<StoredPicture> {
  const marked = hasCredentials(bytes);
  const picture = await encodeMain(bytes, from.origin, (from.handOver ?? false) && !marked);
  const done: History = {
    origin: picture.origin,
    way: from.uploaderId ? "uploaded" : from.changedFrom ? "edited" : "generated",
    ...(from.agent && { agent: from.agent }),
  };
  const parts = [
    picture.sha256,
    JSON.stringify(done),
    from.changedFrom ?? "",
    marked ? sha256(bytes) : "",
  ];
  const signedFrom = sha256(Buffer.from(parts.join("\n")));
  const known = await reuse(signedFrom, from.uploaderId);
  if (known) return known;
  const signed = await sign(picture, done, await sourcesOf(done, from, marked ? bytes : null));
  const stored = await db.$transaction(async (tx) => {
    await lockObject(tx, signedFrom);
    const same = await tx.mediaObject.findUnique({ where: { signedFrom } });
    const again = same && (await keepAgain(tx, same, from.uploaderId));
    if (again) return again;
    const kept = signed ? { ...picture, bytes: signed, sha256: sha256(signed) } : picture;
    await lockObject(tx, kept.sha256);
    await storage().put(keyOf(kept), kept);
    const row = await tx.mediaObject.upsert({
      where: { sha256: kept.sha256 },
      // Its age starts anew, so that a sweep at this moment leaves it alone.
      update: { createdAt: new Date() },
      create: {
        sha256: kept.sha256,
        extension: kept.extension,
        mediaType: kept.mediaType,
        width: kept.width,
        height: kept.height,
        bytes: kept.bytes.byteLength,
        placeholder: kept.placeholder,
        isGenerated: kept.origin !== "photo",
        ...(signed && { history: done, signedFrom }),
      },
    });
    if (from.uploaderId) await noteUpload(tx, row.id, from.uploaderId);
    return toStored(row);
  });
  release(picture.bytes);
  return stored;
}

const toStored = (
  row: Omit<StoredPicture, "width" | "height"> & { width: number | null; height: number | null },
): StoredPicture => ({
  id: row.id,
  sha256: row.sha256,
  extension: row.extension,
  width: row.width ?? 0,
  height: row.height ?? 0,
});

const noteUpload = (tx: Tx, mediaId: string, userId: string) =>
  tx.mediaUpload.createMany({ data: [{ mediaId, userId }], skipDuplicates: true });

/** The same picture as it was signed before, for one more; null where there is none. */
async function reuse(signedFrom: string, uploaderId?: string): Promise<StoredPicture | null> {
  const row = await db.mediaObject.findUnique({ where: { signedFrom } });
  return row && db.$transaction((tx) => keepAgain(tx, row, uploaderId));
}

/** Its age starts anew. Null where the sweep was faster. */
async function keepAgain(
  tx: Tx,
  row: Parameters<typeof toStored>[0],
  uploaderId?: string,
): Promise<StoredPicture | null> {
  await lockObject(tx, row.sha256);
  const { count } = await tx.mediaObject.updateMany({
    where: { id: row.id },
    data: { createdAt: new Date() },
  });
  if (count === 0) return null;
  if (uploaderId) await noteUpload(tx, row.id, uploaderId);
  return toStored(row);
}

/** What a picture was made of: the one it is a change of, and what came with credentials. */
async function sourcesOf(
  { way, agent }: History,
  { changedFrom }: PictureFrom,
  marked: Uint8Array | null,
): Promise<Sources> {
  const title =
    way === "uploaded" ? "The file that was uploaded" : `What ${agent ?? "a model"} sent`;
  const mediaType = marked && mediaTypeIn(marked);
  const sent = marked && mediaType ? { title, bytes: marked, mediaType } : null;
  if (changedFrom) {
    const before = await namedPicture(changedFrom);
    return { ...(before && { parent: before }), ...(sent && { sent }) };
  }
  if (sent) return { parent: sent };
  return way === "uploaded" ? { parent: { title } } : {};
}

/** A stored picture as something that others are made of, with the credentials it carries. */
export async function namedPicture(mediaId: string, title = "The picture before") {
  const media = await db.mediaObject.findUnique({
    where: { id: mediaId },
    select: { sha256: true, extension: true },
  });
  const object = media && (await storage().get(keyOf(media)));
  if (!media || !object) return null;
  const { bytes, mediaType } = object;
  return { title, path: mediaUrlOf(media), bytes, mediaType };
}

/** Stores a picture that we composed ourselves, as it is. @throws AppError `unavailable` */
export async function storeComposed(
  picture: ComposedPicture,
): Promise<{ id: string; key: string }> {
  const { extension, mediaType, width, height, origin, bytes, history: done } = picture;
  return storeAsItIs(bytes, {
    extension,
    mediaType,
    width,
    height,
    isGenerated: origin !== "photo",
    ...(done && { history: done }),
  });
}

/**
 * Stores a video under the hash of its bytes, once it is known to be one.
 * @throws AppError `video_failed`, `unavailable`
 */
export async function storeVideo(bytes: Uint8Array): Promise<{ id: string; url: string }> {
  const { extension, mediaType, width, height, duration } = await checkVideo(bytes);
  const { id, url } = await storeAsItIs(bytes, {
    extension,
    mediaType,
    width,
    height,
    duration,
    isGenerated: true,
  });
  return { id, url };
}

type Facts = Pick<
  Prisma.MediaObjectUncheckedCreateInput,
  | "extension"
  | "mediaType"
  | "width"
  | "height"
  | "duration"
  | "placeholder"
  | "isGenerated"
  | "history"
>;

/** Object and row, named by the hash; what is there already counts as new. */
export async function storeAsItIs(bytes: Uint8Array, facts: Facts) {
  const hash = sha256(bytes);
  const key = keyOf({ sha256: hash, extension: facts.extension });
  return db.$transaction(async (tx) => {
    await lockObject(tx, hash);
    await storage().put(key, { bytes, mediaType: facts.mediaType });
    const row = await tx.mediaObject.upsert({
      where: { sha256: hash },
      update: { createdAt: new Date() },
      create: { sha256: hash, bytes: bytes.byteLength, ...facts },
    });
    return { id: row.id, key, url: mediaUrlOf(row) };
  });
}

/**
 * Makes the smaller encodings of a stored picture; does nothing where they are there already.
 * @returns whether there are any now that were not there before
 */
export async function prepareVariants(mediaId: string): Promise<boolean> {
  const media = await db.mediaObject.findUnique({ where: { id: mediaId } });
  if (!media?.width || !media.mediaType.startsWith("image/")) return false;
  if (mediaVariant.array().parse(media.variants).length > 0) return false;
  const main = await storage().get(keyOf(media));
  if (!main) return false;
  const made = await signVariants(media, await encodeVariants(main.bytes, media.width));
  // An encoding that is heavier than the picture it came from helps nobody.
  const lighter = made.filter((each) => each.bytes.byteLength < media.bytes);
  const variants: MediaVariant[] = lighter.map((each) => ({
    key: keyOf(each),
    mediaType: each.mediaType,
    width: each.width,
    height: each.height,
    bytes: each.bytes.byteLength,
  }));
  return db.$transaction(async (tx) => {
    await lockObject(tx, media.sha256);
    const now = await tx.mediaObject.findUnique({ where: { id: mediaId } });
    // Others were faster, and theirs are signed otherwise; or the picture was deleted meanwhile.
    if (!now || mediaVariant.array().parse(now.variants).length > 0) return false;
    for (const [index, variant] of variants.entries()) {
      await storage().put(variant.key, lighter[index] as EncodedPicture);
    }
    await tx.mediaObject.update({ where: { id: mediaId }, data: { variants } });
    return variants.length > 0;
  });
}

/**
 * Smaller encodings say what the picture says. What it was made of they only name: a page has many
 * of them, and the picture carries it.
 */
async function signVariants(
  media: { history: Prisma.JsonValue; sha256: string; extension: string },
  made: EncodedPicture[],
): Promise<EncodedPicture[]> {
  const { data: done } = history.safeParse(media.history);
  if (!done) return made;
  const parent = { title: "The whole picture", path: mediaUrlOf(media) };
  const sources = done.way === "generated" ? {} : { parent };
  const all: EncodedPicture[] = [];
  for (const picture of made) {
    const bytes = await sign(picture, done, sources, true);
    all.push(bytes ? { ...picture, bytes, sha256: sha256(bytes) } : picture);
  }
  return all;
}

/** Bytes of a stored picture, for a painter or an animator. Null where it is gone. */
export async function loadPicture(
  mediaId: string,
): Promise<{ bytes: Uint8Array; mediaType: string } | null> {
  const media = await db.mediaObject.findUnique({
    where: { id: mediaId },
    select: { sha256: true, extension: true },
  });
  return media ? storage().get(keyOf(media)) : null;
}

/**
 * A picture that an author sends. Its type is what its bytes are; name and header decide nothing.
 * @throws AppError `invalid_image`, `unavailable`
 */
export async function uploadPicture(viewer: { id: string }, bytes: Uint8Array) {
  if (bytes.byteLength === 0) throw missingFile();
  const picture = await storePicture(bytes, {
    origin: "photo",
    uploaderId: viewer.id,
    handOver: true,
  });
  await transact(async (_, send) => tellStored(send, picture.id, { soon: true }));
  return picture;
}

/** What work under way starts from, and what work of the last hour made: browsers hold its URL. */
const mediaOfWork = Prisma.sql`ARRAY(
  SELECT made.media_id::uuid FROM job j
  CROSS JOIN LATERAL (VALUES (j.result ->> 'mediaId'), (j.input ->> 'mediaId')) AS made (media_id)
  WHERE (j.status IN ('queued', 'processing') OR j.finished_at > now() - interval '1 hour')
    AND made.media_id IS NOT NULL)`;

/** Condition on `media_object m`: no row of ours points at it. */
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
  UNION ALL SELECT 1 FROM share_picture WHERE media_id = m.id)
  AND m.id <> ALL (${mediaOfWork})`;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/**
 * Removes pictures that nothing points at, objects that no row knows and uploads that nobody took
 * over, all once they are old enough that no work under way can still need them.
 * @param inTurn runs each part as a call of its own, where calls have a time limit
 */
export async function sweepMedia(
  olderThanHours = unusedAfterHours,
  inTurn: (part: string, work: () => Promise<number>) => Promise<number> = (_, work) => work(),
): Promise<{ pictures: number; objects: number; uploads: number }> {
  const before = hoursAgo(olderThanHours);
  return {
    pictures: await inTurn("pictures", () => sweepPictures(before)),
    objects: await inTurn("objects", () => sweepObjects(before)),
    uploads: await inTurn("uploads", () => sweepIncoming(before)),
  };
}

/** As many as fit into one step with room to spare; the next sweep goes on. */
const picturesAtOnce = 5_000;

async function sweepPictures(before: Date): Promise<number> {
  const unused = await db.$queryRaw<{ id: string; sha256: string }[]>`
    SELECT m.id, m.sha256 FROM media_object m WHERE m.created_at < ${before} AND ${isUnused}
    LIMIT ${picturesAtOnce}`;
  let removed = 0;
  for (const { id, sha256: hash } of unused) {
    if (await removePicture(id, hash, before)) removed += 1;
  }
  return removed;
}

/** Deletes the row, then its objects, under the lock that storing the same bytes takes. */
async function removePicture(mediaId: string, hash: string, before: Date): Promise<boolean> {
  return db.$transaction(async (tx) => {
    await lockObject(tx, hash);
    const [row] = await tx.$queryRaw<{ extension: string; variants: unknown }[]>`
      DELETE FROM media_object m
      WHERE m.id = ${mediaId}::uuid AND m.created_at < ${before} AND ${isUnused}
      RETURNING extension, variants`;
    if (!row) return false;
    const variants = mediaVariant.array().parse(row.variants);
    await storage().delete([
      keyOf({ sha256: hash, extension: row.extension }),
      ...variants.map((variant) => variant.key),
    ]);
    return true;
  });
}

/** Removes objects that are in storage without a row, such as those of a process that died. */
async function sweepObjects(before: Date): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const flush = async () => {
    const unknown = await unknownKeys(batch);
    await storage().delete(unknown);
    removed += unknown.length;
    batch = [];
  };
  for await (const { key, storedAt } of storage().list()) {
    if (storedAt < before) batch.push(key);
    if (batch.length >= 1_000) await flush();
  }
  if (batch.length > 0) await flush();
  return removed;
}

async function unknownKeys(keys: string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT k.key FROM unnest(${keys}::text[]) AS k(key)
    WHERE NOT EXISTS (SELECT 1 FROM media_object m WHERE m.sha256 = left(k.key, 64))
      AND NOT EXISTS (
        SELECT 1 FROM media_object m
        WHERE m.variants @> jsonb_build_array(jsonb_build_object('key', k.key)))`;
  return rows.map((row) => row.key);
}
