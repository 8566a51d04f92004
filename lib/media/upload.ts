import "server-only";
import { AppError } from "@/lib/platform/errors";
import { maxUploadBytes, uploadTypes } from "./schema";

/** What a file of another kind is refused with. */
export const invalidType = () =>
  new AppError(
    "invalid_image",
    "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.",
  );

/** What a file over the limit is refused with. */
export const fileTooLarge = (bytes: number) =>
  new AppError(
    "payload_too_large",
    `File too large (${megabytes(bytes)} MB). Maximum size is 10MB.`,
  );

/** Never rounded down to the limit itself. */
const megabytes = (bytes: number) => (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);

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
export async function readUpload(body: Uint8Array, contentType: string): Promise<UploadedFile> {
  const form = await new Response(body as BodyInit, { headers: { "content-type": contentType } })
    .formData()
    .catch(() => null);
  const file = form?.get("image");
  if (!(file instanceof File)) throw new AppError("invalid_image", "No file selected");
  if (file.size > maxUploadBytes) throw fileTooLarge(file.size);
  if (file.size === 0) throw new AppError("invalid_image", "No file selected");
  if (!uploadTypes.includes(file.type.toLowerCase())) {
    throw invalidType();
  }
  return { bytes: new Uint8Array(await file.arrayBuffer()), name: tidyName(file.name) };
}

/** A name for showing alone: no folders, no control characters, nothing that turns it around. */
export function tidyName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
  const clean = last.replace(/[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e]/g, "").trim();
  return clean.slice(0, 200) || "image";
}
