import { ApiError, serverMessage } from "@/lib/platform/http/api-error";
import { dataOf } from "@/lib/platform/http/envelope";
import { api } from "@/lib/platform/http/fetch";
import { maxUploadBytes, uploadReply, uploadTypes } from "./schema";

/** What is wrong with a chosen file, in the words of the specification; null where nothing is. */
export function uploadProblem(file: File | undefined): string | null {
  if (!file) return "No file selected";
  if (!uploadTypes.includes(file.type)) {
    return "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.";
  }
  if (file.size > maxUploadBytes) {
    // Never rounded down to the limit itself.
    const megabytes = (Math.ceil((file.size / 1024 / 1024) * 10) / 10).toFixed(1);
    return `File too large (${megabytes} MB). Maximum size is 10MB.`;
  }
  return null;
}

/** Uploads a picture. @returns its address on this site @throws ApiError */
export async function uploadImage(file: File): Promise<string> {
  const problem = uploadProblem(file);
  if (problem) throw new ApiError(problem, 400, "invalid_image");
  const form = new FormData();
  form.set("image", file);
  const answer = await api("/upload/image", {
    method: "POST",
    form,
    response: dataOf(uploadReply),
  });
  return answer.data.imageUrl;
}

/** Why a picture is not there: the server's words, a refusal without any, or no answer at all. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return "Failed to upload image";
  return (
    serverMessage(error.body) ?? (error.code === "invalid_image" ? error.message : "Upload failed")
  );
}
