import "server-only";
import { randomUUID } from "node:crypto";
import { env } from "@/lib/platform/env";
import { AppError, notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage";
import { maxUploadBytes, type UploadTicket, uploadTypes } from "./schema";
import { fileTooLargeError, invalidTypeError, sanitizeFileName, type UploadedFile } from "./upload";

/** Boundaries and headers of a multipart body. */
const multipartOverhead = 16 * 1024;
/** Who may take it over and how large it is stand in the key, which nobody else can be given. */
const keyShape = /^incoming\/([0-9a-f-]{36})\/[0-9a-f-]{36}-(\d{1,8})$/;

/**
 * Where a browser sends a picture: straight to the store if the host would not take so large a body.
 * @throws AppError `invalid_image`, `payload_too_large`, as the upload itself would
 */
export async function createUploadTicket(
  viewer: { id: string },
  file: { size: number; mediaType: string },
): Promise<UploadTicket> {
  if (file.size > maxUploadBytes) throw fileTooLargeError(file.size);
  if (!uploadTypes.includes(file.mediaType.toLowerCase())) throw invalidTypeError();
  return presignUpload(viewer, file);
}

/** The same for a file that its caller has looked at. */
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
 * A file that its uploader has put into the store. What belongs to somebody else, was taken over
 * already or never came is not there.
 * @param maxBytes of what its caller has given a ticket for
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
    // Left behind it is swept later; the picture is stored either way.
    directUploads
      .delete([key])
      .catch((err: unknown) => log.warn({ err, key }, "an upload stays behind"));
  if (bytes.byteLength !== Number(size)) {
    await discard();
    throw new AppError("invalid_image", "The file did not arrive whole. Please choose it again.");
  }
  return { bytes, name: sanitizeFileName(originalName), discard };
}

/** Removes files that were put into the store and never taken over. @returns how many */
export async function sweepDirectUploads(before: Date): Promise<number> {
  const { directUploads } = storage();
  if (!directUploads) return 0;
  const stale: string[] = [];
  for await (const { key, storedAt } of directUploads.list()) {
    if (storedAt < before) stale.push(key);
  }
  await directUploads.delete(stale);
  return stale.length;
}
