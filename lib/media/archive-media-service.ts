import "server-only";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { detectMadeBy, hasCredentials } from "./credentials/credentials";
import { encodeMain } from "./encode";
import { emitPictureStored } from "./events";
import { hasOnlyOwnMetadata } from "./metadata-check";
import { storePicture, storeUnmodified } from "./service";
import { storeVideo } from "./video-service";

/** Longest edge of a stored picture; a larger one was not written by us. */
const maxEdge = 2048;

/** A file of an archive as it is stored here. */
export interface ArchivedMedia {
  id: string;
  sha256: string;
  /** What made it, as far as its own bytes or this site know; never what its archive says. */
  madeBy: string;
}

interface ArchivedFile {
  /** Of the bytes, as the archive's reader has found. */
  sha256: string;
  /** Of the place that it has in the story: the file's own bytes must be of it. */
  kind: "image" | "video";
  /** Whether its archive says that a model made it: believed of a file that says nothing of itself. */
  isClaimedGenerated: boolean;
}

const stored = { id: true, sha256: true, madeBy: true } as const;

/**
 * Stores a picture or video that comes out of an archive, under the name that it has there where that
 * can be: bytes that are here already are the same object, and a file that is nothing but its picture
 * stays as it is. Every other one is encoded anew, as uploads are.
 * @throws AppError `invalid_image`, `bad_request`, `unavailable`
 */
export async function storeArchivedMedia(
  bytes: Uint8Array,
  { sha256, kind, isClaimedGenerated }: ArchivedFile,
): Promise<ArchivedMedia> {
  // Its age starts anew, so that a sweep at this moment leaves it alone.
  const [known] = await db.mediaObject.updateManyAndReturn({
    where: { sha256, mediaType: { startsWith: `${kind}/` } },
    data: { createdAt: new Date() },
    select: stored,
  });
  if (known) return known;
  const id = await (kind === "video"
    ? storeArchivedVideo(bytes)
    : storeArchivedImage(bytes, isClaimedGenerated));
  if (kind === "image")
    await transact(async (_, send) => emitPictureStored(send, id, { soon: false }));
  return db.mediaObject.findUniqueOrThrow({ where: { id }, select: stored });
}

async function storeArchivedVideo(bytes: Uint8Array): Promise<string> {
  const { id } = await storeVideo(bytes).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code !== "video_failed") throw cause;
    throw new AppError("bad_request", "A video in this file cannot be used.", { cause });
  });
  return id;
}

async function storeArchivedImage(bytes: Uint8Array, isSaidGenerated: boolean): Promise<string> {
  // Decodes all of it, whether it is kept or not.
  const picture = await encodeMain(bytes, "photo", false);
  const isMarked = picture.origin !== "photo";
  const isClaimed = isSaidGenerated && !isMarked && !hasCredentials(bytes);
  const isOwnFormat = hasOnlyOwnMetadata(bytes) && picture.extension === extensionOf(bytes);
  const fits = picture.width <= maxEdge && picture.height <= maxEdge;
  if (isOwnFormat && fits && !isClaimed) {
    const { extension, mediaType, width, height, placeholder, origin } = picture;
    const made = { isGenerated: isMarked, madeBy: detectMadeBy(bytes, origin) };
    const facts = { extension, mediaType, width, height, placeholder, ...made };
    return (await storeUnmodified(bytes, facts)).id;
  }
  return (await storePicture(bytes, { origin: isClaimed ? "model" : "photo" })).id;
}

const extensionOf = (bytes: Uint8Array) => (bytes[0] === 0xff ? "jpg" : "webp");
