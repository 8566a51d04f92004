import { queryOptions } from "@tanstack/react-query";
import { uploadDirect } from "@/lib/media/client";
import { uploadTicket } from "@/lib/media/schema";
import { ApiError, messageWithFallback } from "@/lib/platform/http/api-error";
import { api, apiData } from "@/lib/platform/http/fetch";
import { maxArchiveBytes } from "./archive-limits";
import type { BookFormat, BookSize } from "./formats";
import { archiveRefusals, type BookState, bookDto, bookList, importedStory } from "./schema";

export const bookKeys = { list: (storyId: string) => ["books", storyId] as const };

const isPending = ({ state }: BookState) => state === "waiting" || state === "making";

/** The server has understood and said no: asking again changes nothing. */
const isClientError = (error: Error | null) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Milliseconds between two questions, at first and after a while. */
const pollIntervals = { soon: 1_000, later: 5_000, soonFor: 10_000 } as const;

/**
 * The files that a story can be had as; asked again while one is being made.
 * @param requestedAt when somebody asked for one last, in milliseconds: most are made within seconds
 */
export const booksOptions = (storyId: string, requestedAt: number) =>
  queryOptions({
    queryKey: bookKeys.list(storyId),
    queryFn: async ({ signal }) =>
      (await apiData(`/stories/${storyId}/books`, { signal, response: bookList })).books,
    // A file is of the story as it was: each opening asks whether there is one.
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

/** Where the file of a book is. */
export const bookUrl = (storyId: string, { format, size }: Pick<BookState, "format" | "size">) =>
  `/api/stories/${storyId}/books/${format}?size=${size}`;

/** An answer to HEAD has no body, so no sentence of the server's. */
const errorMessages: Record<number, string> = {
  403: "Only the author of this story can have this file.",
  404: "This story was deleted, or is not public any more.",
  409: "The story was changed since this was made. Make it again.",
  429: "You have saved many files just now. Please try again in an hour.",
};

/** Whether the file would come now, which a download alone does not tell. @throws ApiError */
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

/** Milliseconds for the sending of an archive. */
const uploadTimeoutMs = 600_000;
/** Smaller files are taken by every host. */
const directUploadThreshold = 1024 * 1024;

/** Makes a draft of an archive. @throws ApiError */
export async function importStory(file: File) {
  if (file.size > maxArchiveBytes) {
    throw new ApiError(archiveRefusals.tooLarge, 413, "payload_too_large");
  }
  const key = file.size > directUploadThreshold ? await uploadToStorage(file) : null;
  return apiData("/stories/import", {
    method: "POST",
    timeout: uploadTimeoutMs,
    ...(key
      ? { body: { key, originalName: file.name } }
      : // Whatever the system calls it.
        { form: new Blob([file], { type: "application/zip" }) }),
    response: importedStory,
  });
}

async function uploadToStorage(file: File): Promise<string | null> {
  const { direct } = await apiData("/stories/import/ticket", {
    method: "POST",
    body: { size: file.size },
    response: uploadTicket,
  });
  return direct && uploadDirect(direct, file, { timeout: uploadTimeoutMs });
}
