import "server-only";
import { randomUUID } from "node:crypto";
import { env } from "@/lib/platform/env";
import { AppError, notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage";
import { sweepBlobs } from "@/lib/platform/storage/sweep";
import { maxUploadBytes, type UploadTicket, uploadTypes } from "./schema";
import { fileTooLargeError, invalidTypeError, sanitizeFileName, type UploadedFile } from "./upload";

/** Bytes for boundaries and headers of a multipart body. */
const multipartOverhead = 16 * 1024;
/**
 * The key names the uploader and the size; the server presigns uploads only to keys that name the
 * viewer.
 */
const keyShape = /^incoming\/([0-9a-f-]{36})\/[0-9a-f-]{36}-(\d{1,8})$/;

/**
 * The ticket for a picture: a presigned upload to the store if the host does not accept so large a
 * body.
 * @throws AppError `invalid_image`, `payload_too_large`, as the upload itself does
 */
export async function createUploadTicket(
  viewer: { id: string },
  file: { size: number; mediaType: string },
): Promise<UploadTicket> {
  if (file.size > maxUploadBytes) throw fileTooLargeError(file.size);
  if (!uploadTypes.includes(file.mediaType.toLowerCase())) throw invalidTypeError(file.mediaType);
  return presignUpload(viewer, file);
}

/** Like `createUploadTicket`, for a file that the caller has checked. */
export async function presignUpload(
  viewer: { id: string },
  file: { size: number; mediaType: string },
): Promise<UploadTicket> {
  const { directUploads } = storage();
  if (!directUploads || file.size + multipartOverhead <= env().UPLOAD_BODY_LIMIT)
    return { direct: null };
  const key = `incoming/${viewer.id}/${randomUUID()}-${file.size}`;
  return { direct: { key, ...(await directUploads.presign(key, file)) } };
}

/**
 * Reads a file that the viewer has uploaded to the store. Files of other users, files already taken
 * over and missing files give `not_found`.
 * @param maxBytes the limit that the ticket was created with
 * @throws AppError `not_found`, `invalid_image`, `unavailable`
 */
export async function readDirectUpload(
  viewer: { id: string },
  { key, originalName }: { key: string; originalName: string },
  maxBytes = maxUploadBytes,
): Promise<UploadedFile> {
  const { directUploads } = storage();
  const [, owner, size] = keyShape.exec(key) ?? [];
  if (!directUploads || owner !== viewer.id) throw notFound("upload");
  const bytes = await directUploads.read(key, maxBytes);
  if (!bytes) throw notFound("upload");
  const discard = () =>
    // A file that cannot be deleted is swept later; the picture is stored either way.
    directUploads
      .delete([key])
      .catch((err: unknown) => log.warn({ err, key }, "an upload could not be deleted"));
  if (bytes.byteLength !== Number(size)) {
    await discard();
    throw new AppError("invalid_image", "The file did not arrive whole. Please choose it again.");
  }
  return { bytes, name: sanitizeFileName(originalName), discard };
}

/** Removes uploads that no request has taken over. @returns their number */
export async function sweepDirectUploads(before: Date): Promise<number> {
  const { directUploads } = storage();
  return directUploads ? sweepBlobs(directUploads, before, async (keys) => keys) : 0;
}
