import "server-only";
import { AppError } from "@/lib/platform/errors";
import { findFormFile } from "./multipart";
import { maxUploadBytes, uploadErrors, uploadTypes } from "./schema";

/** Refusal of an unsupported type. */
export const invalidTypeError = (cause?: unknown) =>
  new AppError("invalid_image", uploadErrors.type, { cause });

/** Refusal of a file over the limit. */
export const fileTooLargeError = (bytes: number) =>
  new AppError("payload_too_large", uploadErrors.tooLarge(bytes));

/** Refusal of a missing or empty file. */
export const missingFileError = () => new AppError("invalid_image", uploadErrors.missing);

export interface UploadedFile {
  bytes: Uint8Array;
  /** The sender's name for the file, sanitised; for display only. */
  name: string;
  /** Deletes the upload after use. */
  discard?: () => Promise<void>;
}

/**
 * The file in the field `image` of a multipart body.
 * @throws AppError `invalid_image`, `payload_too_large`
 */
export function readUpload(body: Uint8Array, contentType: string): UploadedFile {
  const file = findFormFile(body, contentType, "image");
  if (!file) throw missingFileError();
  const { bytes, name, type } = file;
  if (bytes.byteLength > maxUploadBytes) throw fileTooLargeError(bytes.byteLength);
  if (bytes.byteLength === 0) throw missingFileError();
  if (!uploadTypes.includes(type.toLowerCase())) throw invalidTypeError();
  return { bytes, name: sanitizeFileName(name) };
}

/** A name for display: without folders, control characters and direction overrides. */
export function sanitizeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
  const clean = last.replace(/[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e]/g, "").trim();
  return clean.slice(0, 200) || "image";
}

/** Media type by the first bytes, for the credentials library. */
export function detectMediaType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG")) return "image/png";
  if (head.startsWith("GIF8")) return "image/gif";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}
