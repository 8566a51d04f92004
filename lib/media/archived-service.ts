import "server-only";
import { createHash } from "node:crypto";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { isClean } from "./clean-file";
import { encodeMain } from "./encode";
import { tellStored } from "./events";
import { storeAsItIs, storePicture } from "./service";
import { storeVideo } from "./video-service";

/** Longest edge of a stored picture; a larger one was not written by us. */
const maxEdge = 2048;

/**
 * Stores a picture or video that comes out of an archive, under the name that it has there where that
 * can be: bytes that are here already are the same object, and a file that is nothing but its picture
 * stays as it is. Every other one is encoded anew, as uploads are.
 * @param isGenerated whether it is known to be a model's: then it is marked so, whatever it says
 * @returns the id of its row
 * @throws AppError `invalid_image`, `bad_request`, `unavailable`
 */
export async function storeArchived(
  bytes: Uint8Array,
  { isVideo, isGenerated }: { isVideo: boolean; isGenerated: boolean },
): Promise<string> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  // Its age starts anew, so that a sweep at this moment leaves it alone.
  const known = await db.mediaObject.updateManyAndReturn({
    where: { sha256 },
    data: { createdAt: new Date() },
    select: { id: true },
  });
  if (known[0]) return known[0].id;
  if (isVideo) {
    const { id } = await storeVideo(bytes).catch((cause: unknown) => {
      if (cause instanceof AppError && cause.code !== "video_failed") throw cause;
      throw new AppError("bad_request", "A video in this file cannot be used.", { cause });
    });
    return id;
  }
  const id = await storeArchivedPicture(bytes, isGenerated);
  await transact(async (_, send) => tellStored(send, id, { soon: false }));
  return id;
}

async function storeArchivedPicture(bytes: Uint8Array, isGenerated: boolean): Promise<string> {
  // Decodes all of it, whether it is kept or not.
  const picture = await encodeMain(bytes, "photo", false);
  const isMarked = picture.origin !== "photo";
  const isOfOurs = isClean(bytes) && picture.extension === kindOf(bytes);
  const fits = picture.width <= maxEdge && picture.height <= maxEdge;
  if (isOfOurs && fits && (isMarked || !isGenerated)) {
    const { extension, mediaType, width, height, placeholder } = picture;
    const facts = { extension, mediaType, width, height, placeholder, isGenerated: isMarked };
    return (await storeAsItIs(bytes, facts)).id;
  }
  return (await storePicture(bytes, { origin: isGenerated && !isMarked ? "model" : "photo" })).id;
}

const kindOf = (bytes: Uint8Array) => (bytes[0] === 0xff ? "jpg" : "webp");
