import "server-only";
import { AppError } from "@/lib/platform/errors";
import { findFormFile } from "./multipart";
import { foreignFormatOf, maxUploadBytes, uploadErrors, uploadTypes } from "./schema";

/**
 * The error for an unsupported file type. @param found media type or bytes, from which the message
 * names the format
 */
export const invalidTypeError = (found: string | Uint8Array, cause?: unknown) => {
  const format = typeof found === "string" ? foreignFormatOf(found) : formatByBytes(found);
  return new AppError("invalid_image", uploadErrors.type(format), { cause });
};

/** Pictures from phones are often named .jpg although they are not JPEG. */
function formatByBytes(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
  // The brands of an ISO media file. All count, because the major brand may be a generic one.
  if (head.startsWith("ftyp", 4)) {
    const brands = head.slice(8, Math.max(12, head.charCodeAt(3)));
    if (/avi[fs]/.test(brands)) return "AVIF";
    return /^m[is]f1|hei[cfmsx]|hev[cmsx]/.test(brands) ? "HEIC" : null;
  }
  if (head.startsWith("II*\0") || head.startsWith("MM\0*")) return "TIFF";
  if (head.startsWith("\xff\x0a") || head.startsWith("JXL ", 4)) return "JPEG XL";
  return head.startsWith("BM") ? "BMP" : null;
}

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
  if (!uploadTypes.includes(type.toLowerCase())) throw invalidTypeError(bytes);
  return { bytes, name: sanitizeFileName(name) };
}

/** A name for display: without folders, control characters and direction overrides. */
export function sanitizeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
  const clean = last.replace(/[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e]/g, "").trim();
  return clean.slice(0, 200) || "image";
}
