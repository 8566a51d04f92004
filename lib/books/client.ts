import { queryOptions } from "@tanstack/react-query";
import { uploadToStore } from "@/lib/media/client";
import { ApiError, messageWithFallback } from "@/lib/platform/http/api-error";
import { api, apiData } from "@/lib/platform/http/fetch";
import type { BookFormat, BookSize } from "./formats";
import {
  archiveTooLargeMessage,
  type BookState,
  bookDto,
  bookList,
  importedStory,
  maxArchiveBytes,
} from "./schema";

export const bookKeys = { list: (storyId: string) => ["books", storyId] as const };

const isPending = ({ state }: BookState) => state === "waiting" || state === "making";

/** The server refused the request, so a retry gives the same answer. */
const isClientError = (error: Error | null) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Milliseconds between two polls, first and later, and the length of the first phase. */
const pollIntervals = { soon: 1_000, later: 5_000, soonFor: 10_000 } as const;

/**
 * The books of a story; polls while one is pending.
 * @param requestedAt time of the latest request, in milliseconds; most books take seconds
 */
export const booksOptions = (storyId: string, requestedAt: number) =>
  queryOptions({
    queryKey: bookKeys.list(storyId),
    queryFn: async ({ signal }) =>
      (await apiData(`/stories/${storyId}/books`, { signal, response: bookList })).books,
    // A book shows an earlier state of the story, so each opening asks again.
    staleTime: 0,
    refetchInterval({ state }) {
      if (!state.data?.some(isPending) || isClientError(state.error)) return false;
      return Date.now() - requestedAt < pollIntervals.soonFor
        ? pollIntervals.soon
        : pollIntervals.later;
    },
  });

/** @throws ApiError */
export const requestBook = (
  storyId: string,
  book: { format: BookFormat; size: BookSize },
): Promise<BookState> =>
  apiData(`/stories/${storyId}/books`, { method: "POST", body: book, response: bookDto });

/** Address of a book's file. */
export const bookUrl = (storyId: string, { format, size }: Pick<BookState, "format" | "size">) =>
  `/api/stories/${storyId}/books/${format}?size=${size}`;

/** A response to HEAD has no body, and so no message of the server's. */
const errorMessages: Record<number, string> = {
  403: "Only the author of this story can have this file.",
  404: "This story was deleted, or is not public any more.",
  409: "The story was changed since this was made. Make it again.",
  429: "You have saved many files just now. Please try again in an hour.",
};

/**
 * Checks that a download would succeed now, because a plain download link shows no error.
 * @throws ApiError
 */
export async function checkBookAvailable(
  storyId: string,
  { format, size }: Pick<BookState, "format" | "size">,
): Promise<void> {
  try {
    const call = { method: "HEAD", query: { size }, response: null } as const;
    await api(`/stories/${storyId}/books/${format}`, call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const words = errorMessages[error.status] ?? "The file could not be fetched. Please try again.";
    throw new ApiError(messageWithFallback(error, words), error.status, error.code);
  }
}

/** Limit for uploading an archive, in milliseconds. */
const uploadTimeoutMs = 600_000;

/** Creates a draft from an archive. @throws ApiError */
export async function importStory(file: File) {
  if (file.size > maxArchiveBytes) {
    throw new ApiError(archiveTooLargeMessage, 413, "payload_too_large");
  }
  const ticket = { size: file.size };
  const options = { timeout: uploadTimeoutMs };
  const key = await uploadToStore(file, "/stories/import/ticket", ticket, options);
  return apiData("/stories/import", {
    method: "POST",
    timeout: uploadTimeoutMs,
    ...(key
      ? { body: { key, originalName: file.name } }
      : // The type that the system reports for a ZIP file varies.
        { form: new Blob([file], { type: "application/zip" }) }),
    response: importedStory,
  });
}
