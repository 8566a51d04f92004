import "server-only";
import { createHash } from "node:crypto";
import { db, type Prisma, type Tx } from "@/lib/platform/db";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { storage } from "@/lib/platform/storage";
import { releaseBuffer } from "@/lib/platform/threads/release-buffer";
import type { ComposedPicture } from "./compose";
import { detectMadeBy, sign } from "./credentials/credentials";
import { type History, history, type Sources } from "./credentials/history";
import { encodeMain, encodeVariants } from "./encode";
import { type EncodedPicture, hasCredentials, kindOf } from "./encoder/pictures.mjs";
import { emitPictureStored } from "./events";
import { lockObject } from "./object-service";
import { type MediaVariant, mediaVariant } from "./schema";
import { missingFileError } from "./upload";
import { keyOf, mediaUrlOf } from "./urls";
import type { Origin } from "./xmp.mjs";

/** A picture in storage with a row in the database. */
export interface StoredPicture {
  id: string;
  sha256: string;
  extension: string;
  width: number;
  height: number;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

interface PictureFrom {
  origin: Origin;
  uploaderId?: string;
  /** Whether the bytes may be transferred, which empties them. */
  handOver?: boolean;
  /** Provider and model for the credentials. */
  agent?: string;
  /** Model for readers. */
  madeBy?: string;
  /** Id of the stored picture that was changed. */
  changedFrom?: string;
  /** Whether every pixel is kept, as outside the spot of a repair. */
  isLossless?: boolean;
}

/**
 * Encodes a picture, signs its history and stores it under the hash of the result; storing the same
 * picture twice gives one object. `prepareVariants` makes the smaller encodings later.
 * @throws AppError `invalid_image`, `unavailable`
 */
export async function storePicture(bytes: Uint8Array, from: PictureFrom): Promise<StoredPicture> {
  const marked = hasCredentials(bytes);
  const canHandOver = (from.handOver ?? false) && !marked;
  const picture = await encodeMain(bytes, from.origin, canHandOver, from.isLossless);
  const done: History = {
    origin: picture.origin,
    way: from.uploaderId ? "uploaded" : from.changedFrom ? "edited" : "generated",
    ...(from.agent && { agent: from.agent }),
  };
  const file = marked ? sha256(bytes) : "";
  const parts = [picture.sha256, JSON.stringify(done), from.changedFrom ?? "", file];
  const signedFrom = sha256(Buffer.from(parts.join("\n")));
  const known = await reuseSigned(signedFrom, from.uploaderId);
  if (known) return known;
  const signed = await sign(picture, done, await sourcesOf(done, from, marked ? bytes : null));
  const output = signed ? { ...picture, bytes: signed, sha256: sha256(signed) } : picture;
  await putObject(output.sha256, keyOf(output), output);
  const stored = await db.$transaction(async (tx) => {
    await lockObject(tx, signedFrom);
    const same = await tx.mediaObject.findUnique({ where: { signedFrom } });
    const refreshed = same && (await refreshStored(tx, same, from.uploaderId));
    if (refreshed) return refreshed;
    await lockObject(tx, output.sha256);
    const row = await tx.mediaObject.upsert({
      where: { sha256: output.sha256 },
      // Renews the age, so that a concurrent sweep does not delete the object.
      update: { createdAt: new Date() },
      create: {
        sha256: output.sha256,
        extension: output.extension,
        mediaType: output.mediaType,
        width: output.width,
        height: output.height,
        bytes: output.bytes.byteLength,
        placeholder: output.placeholder,
        isGenerated: output.origin !== "photo",
        madeBy: from.madeBy ?? detectMadeBy(bytes, output.origin),
        ...(signed && { history: done, signedFrom }),
      },
    });
    if (from.uploaderId) await recordUpload(tx, row.id, from.uploaderId);
    return toStored(row);
  });
  releaseBuffer(picture.bytes);
  return stored;
}

/**
 * Stores bytes before their row is written, so that a slow store blocks no database connection. A
 * sweep leaves them alone, because an existing row counts as new.
 */
async function putObject(
  hash: string,
  key: string,
  object: { bytes: Uint8Array; mediaType: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockObject(tx, hash);
    await tx.mediaObject.updateMany({ where: { sha256: hash }, data: { createdAt: new Date() } });
  });
  await storage().put(key, object);
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

const recordUpload = (tx: Tx, mediaId: string, userId: string) =>
  tx.mediaUpload.createMany({ data: [{ mediaId, userId }], skipDuplicates: true });

/** The picture as it was signed before; null if it was not. */
async function reuseSigned(signedFrom: string, uploaderId?: string): Promise<StoredPicture | null> {
  const row = await db.mediaObject.findUnique({ where: { signedFrom } });
  return row && db.$transaction((tx) => refreshStored(tx, row, uploaderId));
}

/** Renews the age of an object. Null if a sweep has deleted it. */
async function refreshStored(
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
  if (uploaderId) await recordUpload(tx, row.id, uploaderId);
  return toStored(row);
}

/** The ingredients of a picture: the one that was changed, and a sent file with credentials. */
async function sourcesOf(
  { way, agent }: History,
  { changedFrom }: PictureFrom,
  marked: Uint8Array | null,
): Promise<Sources> {
  const title =
    way === "uploaded" ? "The file that was uploaded" : `What ${agent ?? "a model"} sent`;
  const kind = marked && kindOf(marked);
  const sent = marked && kind ? { title, bytes: marked, mediaType: `image/${kind}` } : undefined;
  if (changedFrom) return { parent: await loadSourcePicture(changedFrom), sent };
  if (sent) return { parent: sent };
  return way === "uploaded" ? { parent: { title } } : {};
}

/** A stored picture as an ingredient, with its credentials; undefined if it does not exist. */
export async function loadSourcePicture(mediaId: string, title = "The picture before") {
  const picture = await loadPicture(mediaId);
  return picture ? { title, ...picture } : undefined;
}

/** Stores a composed picture unmodified. @throws AppError `unavailable` */
export async function storeComposed(
  picture: ComposedPicture,
): Promise<{ id: string; key: string }> {
  const { extension, mediaType, width, height, origin, bytes, history: done } = picture;
  return storeUnmodified(bytes, {
    extension,
    mediaType,
    width,
    height,
    isGenerated: origin !== "photo",
    ...(done && { history: done }),
  });
}

type MediaObjectFields = Pick<
  Prisma.MediaObjectUncheckedCreateInput,
  | "extension"
  | "mediaType"
  | "width"
  | "height"
  | "duration"
  | "placeholder"
  | "isGenerated"
  | "madeBy"
  | "history"
>;

/** Stores object and row under the hash; renews the age of an existing one. */
export async function storeUnmodified(bytes: Uint8Array, facts: MediaObjectFields) {
  const hash = sha256(bytes);
  const key = keyOf({ sha256: hash, extension: facts.extension });
  await putObject(hash, key, { bytes, mediaType: facts.mediaType });
  return db.$transaction(async (tx) => {
    await lockObject(tx, hash);
    const row = await tx.mediaObject.upsert({
      where: { sha256: hash },
      update: { createdAt: new Date() },
      create: { sha256: hash, bytes: bytes.byteLength, ...facts },
    });
    return { id: row.id, key, url: mediaUrlOf(row) };
  });
}

/**
 * Makes the smaller encodings of a stored picture, unless it has them.
 * @returns whether it added any
 */
export async function prepareVariants(mediaId: string): Promise<boolean> {
  const media = await db.mediaObject.findUnique({ where: { id: mediaId } });
  if (!media?.width || !media.mediaType.startsWith("image/")) return false;
  if (mediaVariant.array().parse(media.variants).length > 0) return false;
  const main = await storage().get(keyOf(media));
  if (!main) return false;
  const made = await signVariants(media, await encodeVariants(main.bytes, media.width));
  // An encoding larger than the original is useless.
  const lighter = made.filter((each) => each.bytes.byteLength < media.bytes);
  const variants: MediaVariant[] = lighter.map((each) => ({
    key: keyOf(each),
    mediaType: each.mediaType,
    width: each.width,
    height: each.height,
    bytes: each.bytes.byteLength,
  }));
  // Before the row, as in `putObject`; without a row a sweep deletes them.
  for (const [index, variant] of variants.entries()) {
    await storage().put(variant.key, lighter[index] as EncodedPicture);
  }
  return db.$transaction(async (tx) => {
    await lockObject(tx, media.sha256);
    const now = await tx.mediaObject.findUnique({ where: { id: mediaId } });
    // Another process has added variants, whose signatures differ, or the picture has been deleted.
    if (!now || mediaVariant.array().parse(now.variants).length > 0) return false;
    await tx.mediaObject.update({ where: { id: mediaId }, data: { variants } });
    return variants.length > 0;
  });
}

/**
 * Signs smaller encodings with the history of their picture. Ingredients are only named to save
 * bytes, because a page shows many encodings; the picture itself embeds them.
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

/** A stored picture with its bytes and its path on this site; null if it does not exist. */
export async function loadPicture(
  mediaId: string,
): Promise<{ bytes: Uint8Array; mediaType: string; path: string } | null> {
  const media = await db.mediaObject.findUnique({
    where: { id: mediaId },
    select: { sha256: true, extension: true },
  });
  const object = media && (await storage().get(keyOf(media)));
  return object && { ...object, path: mediaUrlOf(media) };
}

/**
 * Stores an author's picture. Its bytes decide about its type, not its name or headers.
 * @throws AppError `invalid_image`, `unavailable`
 */
export async function uploadPicture(viewer: { id: string }, bytes: Uint8Array) {
  if (bytes.byteLength === 0) throw missingFileError();
  const picture = await storePicture(bytes, {
    origin: "photo",
    uploaderId: viewer.id,
    handOver: true,
  });
  await transact(async (_, send) => emitPictureStored(send, picture.id, true));
  return picture;
}
