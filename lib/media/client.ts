import { ApiError, networkError, serverMessage } from "@/lib/platform/http/api-error";
import { bodyTimeoutMs } from "@/lib/platform/http/body-timeout.mjs";
import { apiData } from "@/lib/platform/http/fetch";
import {
  foreignFormatOf,
  maxUploadBytes,
  uploadErrors,
  uploadReply,
  uploadTicket,
  uploadTypes,
} from "./schema";

/** Milliseconds for the request body plus the answer. */
const uploadTimeout = bodyTimeoutMs + 30_000;

/** Every host accepts smaller request bodies, in bytes. */
const directUploadThreshold = 1024 * 1024;

/** The problem with a chosen file, in the words of the specification; null if there is none. */
export function uploadProblem(file: File | undefined): string | null {
  if (!file) return uploadErrors.missing;
  if (!uploadTypes.includes(file.type)) {
    // Many systems have no media type for HEIC, so the file's name decides.
    return uploadErrors.type(foreignFormatOf(file.type || file.name));
  }
  return file.size > maxUploadBytes ? uploadErrors.tooLarge(file.size) : null;
}

/**
 * Uploads a picture.
 * @param signal aborts the upload, which then throws its reason
 * @returns the picture's address on this site
 * @throws ApiError
 */
export async function uploadImage(file: File, signal?: AbortSignal): Promise<string> {
  const problem = uploadProblem(file);
  if (problem) throw new ApiError(problem, 400, "invalid_image");
  const ticket = { size: file.size, mediaType: file.type };
  const options = { timeout: uploadTimeout, signal };
  const key = await uploadToStore(file, "/upload/ticket", ticket, options);
  const { imageUrl } = await apiData("/upload/image", {
    method: "POST",
    ...(key ? { body: { key, originalName: file.name } } : { form: toFormData(file) }),
    timeout: uploadTimeout,
    response: uploadReply,
    signal,
  });
  return imageUrl;
}

function toFormData(file: File): FormData {
  const form = new FormData();
  form.set("image", file);
  return form;
}

/**
 * Uploads a large file directly to the store, if the server offers that.
 * @param ticketPath where the server is asked for a place in the store, with `ticket` as the body
 * @returns its key there; null if it is to be sent to the server
 * @throws ApiError
 */
export async function uploadToStore(
  file: File,
  ticketPath: string,
  ticket: { size: number; mediaType?: string },
  { timeout, signal }: { timeout: number; signal?: AbortSignal | undefined },
): Promise<string | null> {
  if (file.size <= directUploadThreshold) return null;
  const { direct } = await apiData(ticketPath, {
    method: "POST",
    body: ticket,
    response: uploadTicket,
    signal,
  });
  if (!direct) return null;
  const { key, url, headers } = direct;
  const timeoutSignal = AbortSignal.timeout(timeout);
  const response = await fetch(url, {
    method: "PUT",
    headers,
    body: file,
    credentials: "omit",
    signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
  }).catch(() => null);
  signal?.throwIfAborted();
  if (!response) throw networkError();
  if (!response.ok) throw new ApiError("Upload failed", response.status, "unknown");
  return key;
}

/** The message for a failed upload: the server's, or one for a refusal or a lost connection. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return "Failed to upload image";
  return (
    serverMessage(error.body) ?? (error.code === "invalid_image" ? error.message : "Upload failed")
  );
}
