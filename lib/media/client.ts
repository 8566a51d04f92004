import { ApiError, networkError, serverMessage } from "@/lib/platform/http/api-error";
import { apiData } from "@/lib/platform/http/fetch";
import { longestArrival } from "@/lib/platform/http/longest-arrival.mjs";
import {
  maxUploadBytes,
  type UploadTicket,
  uploadRefusals,
  uploadReply,
  uploadTicket,
  uploadTypes,
} from "./schema";

/** Milliseconds: what a body may take, and an answer. */
const uploadTimeout = longestArrival + 30_000;

/** Smaller files are taken by every host. */
const askAbove = 1024 * 1024;

/** What is wrong with a chosen file, in the words of the specification; null where nothing is. */
export function uploadProblem(file: File | undefined): string | null {
  if (!file) return uploadRefusals.missing;
  if (!uploadTypes.includes(file.type)) return uploadRefusals.type;
  return file.size > maxUploadBytes ? uploadRefusals.tooLarge(file.size) : null;
}

/**
 * Uploads a picture.
 * @param signal calls it off; what is thrown then is its reason
 * @returns its address on this site
 * @throws ApiError
 */
export async function uploadImage(file: File, signal?: AbortSignal): Promise<string> {
  const problem = uploadProblem(file);
  if (problem) throw new ApiError(problem, 400, "invalid_image");
  const key = file.size > askAbove ? await putIntoStore(file, signal) : null;
  const { imageUrl } = await apiData("/upload/image", {
    method: "POST",
    ...(key ? { body: { key, originalName: file.name } } : { form: formWith(file) }),
    timeout: uploadTimeout,
    response: uploadReply,
    ...(signal && { signal }),
  });
  return imageUrl;
}

function formWith(file: File): FormData {
  const form = new FormData();
  form.set("image", file);
  return form;
}

/** Sends a file straight to the store, where the server wants that. @returns its key there */
async function putIntoStore(file: File, signal?: AbortSignal): Promise<string | null> {
  const { direct } = await apiData("/upload/ticket", {
    method: "POST",
    body: { size: file.size, mediaType: file.type },
    response: uploadTicket,
    ...(signal && { signal }),
  });
  return direct && sendDirect(direct, file, { signal });
}

/** Puts a file into the store. @returns its key there @throws ApiError */
export async function sendDirect(
  { key, url, headers }: NonNullable<UploadTicket["direct"]>,
  file: File,
  { timeout = uploadTimeout, signal }: { timeout?: number; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const patience = AbortSignal.timeout(timeout);
  const response = await fetch(url, {
    method: "PUT",
    headers,
    body: file,
    credentials: "omit",
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
  }).catch(() => null);
  signal?.throwIfAborted();
  if (!response) throw networkError();
  if (!response.ok) throw new ApiError("Upload failed", response.status, "unknown");
  return key;
}

/** Why a picture is not there: the server's words, a refusal without any, or no answer at all. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return "Failed to upload image";
  return (
    serverMessage(error.body) ?? (error.code === "invalid_image" ? error.message : "Upload failed")
  );
}
