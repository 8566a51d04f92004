import "server-only";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { detectMadeBy } from "./credentials/credentials";
import type { History } from "./credentials/history";
import { encodeMain } from "./encode";
import { hasCredentials, kindOf } from "./encoder/pictures.mjs";
import { emitPictureStored } from "./events";
import { hasOnlyOwnMetadata } from "./metadata-check";
import { storePicture, storeUnmodified } from "./service";
import { storeVideo } from "./video-service";

/** A stored file of an archive. */
export interface ArchivedMedia {
  id: string;
  sha256: string;
  /** The model according to the file's own bytes or our records, never according to the archive. */
  madeBy: string;
}

interface ArchivedFile {
  /** Hash of the bytes, verified by the archive reader. */
  sha256: string;
  /** The kind that the story expects; the bytes must match it. */
  kind: "image" | "video";
  /**
   * Whether the archive says that a model made the file; counts only if the file itself says
   * nothing.
   */
  isClaimedGenerated: boolean;
}

const stored = { id: true, sha256: true, madeBy: true } as const;

/**
 * Stores a picture or video of an archive, if possible under its old name: known bytes share the
 * existing object, and a file without foreign metadata is stored unmodified. Other files are
 * encoded like uploads.
 * @throws AppError `invalid_image`, `bad_request`, `unavailable`
 */
export async function storeArchivedMedia(
  bytes: Uint8Array,
  { sha256, kind, isClaimedGenerated }: ArchivedFile,
): Promise<ArchivedMedia> {
  // Renews the age, so that a concurrent sweep does not delete the object.
  const [known] = await db.mediaObject.updateManyAndReturn({
    where: { sha256, mediaType: { startsWith: `${kind}/` } },
    data: { createdAt: new Date() },
    select: stored,
  });
  if (known) return known;
  const id = await (kind === "video"
    ? storeArchivedVideo(bytes)
    : storeArchivedImage(bytes, isClaimedGenerated));
  if (kind === "image") await transact(async (_, send) => emitPictureStored(send, id));
  return db.mediaObject.findUniqueOrThrow({ where: { id }, select: stored });
}

async function storeArchivedVideo(bytes: Uint8Array): Promise<string> {
  const { id } = await storeVideo(bytes).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code !== "video_failed") throw cause;
    throw new AppError("bad_request", "A video in this file cannot be used.", { cause });
  });
  return id;
}

async function storeArchivedImage(bytes: Uint8Array, isClaimedGenerated: boolean): Promise<string> {
  // Encoding also validates the picture, even if the original bytes are stored.
  const picture = await encodeMain(bytes, "photo", false);
  const isMarked = picture.origin !== "photo";
  const isClaimed = isClaimedGenerated && !isMarked && !hasCredentials(bytes);
  if (hasOnlyOwnMetadata(bytes) && !picture.isReduced && !isClaimed) {
    const { width, height, placeholder, origin } = picture;
    const made = { isGenerated: isMarked, madeBy: detectMadeBy(bytes, origin) };
    // What is signed about its smaller sizes; the file itself says the rest.
    const history: History = { origin, way: "uploaded" };
    const facts = { ...formatOf(bytes), width, height, placeholder, ...made, history };
    return (await storeUnmodified(bytes, facts)).id;
  }
  return (await storePicture(bytes, { origin: isClaimed ? "model" : "photo" })).id;
}

/** The format of a file with its own metadata only, which is a JPEG or a WebP. */
const formatOf = (bytes: Uint8Array) =>
  kindOf(bytes) === "jpeg"
    ? { extension: "jpg", mediaType: "image/jpeg" }
    : { extension: "webp", mediaType: "image/webp" };
