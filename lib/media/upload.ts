import "server-only";
import { AppError } from "@/lib/platform/errors";
import { fileInForm } from "./multipart";
import { maxUploadBytes, uploadRefusals, uploadTypes } from "./schema";

/** What a file of another kind is refused with. */
export const invalidType = (cause?: unknown) =>
  new AppError("invalid_image", uploadRefusals.type, { cause });

/** What a file over the limit is refused with. */
export const fileTooLarge = (bytes: number) =>
  new AppError("payload_too_large", uploadRefusals.tooLarge(bytes));

/** What is refused where no file came, or an empty one. */
export const missingFile = () => new AppError("invalid_image", uploadRefusals.missing);

export interface UploadedFile {
  bytes: Uint8Array;
  /** As the sender named it, without folders and control characters. For showing alone. */
  name: string;
  /** Removes what it was read from. */
  discard?: () => Promise<void>;
}

/**
 * The file in the field `image` of a multipart body.
 * @throws AppError `invalid_image`, `payload_too_large`
 */
export function readUpload(body: Uint8Array, contentType: string): UploadedFile {
  const file = fileInForm(body, contentType, "image");
  if (!file) throw missingFile();
  const { bytes, name, type } = file;
  if (bytes.byteLength > maxUploadBytes) throw fileTooLarge(bytes.byteLength);
  if (bytes.byteLength === 0) throw missingFile();
  if (!uploadTypes.includes(type.toLowerCase())) throw invalidType();
  return { bytes, name: tidyName(name) };
}

/** A name for showing alone: no folders, no control characters, nothing that turns it around. */
export function tidyName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
  const clean = last.replace(/[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e]/g, "").trim();
  return clean.slice(0, 200) || "image";
}

/** What the bytes of a picture are by how they begin, as the library of credentials is told. */
export function mediaTypeIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG")) return "image/png";
  if (head.startsWith("GIF8")) return "image/gif";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}
