import { queryOptions } from "@tanstack/react-query";
import { sendDirect } from "@/lib/media/client";
import { uploadTicket } from "@/lib/media/schema";
import { ApiError } from "@/lib/platform/http/api-error";
import { apiData } from "@/lib/platform/http/envelope";
import { maxArchiveBytes } from "./archive-limits";
import type { BookFormat, BookSize } from "./formats";
import { archiveRefusals, type BookState, bookDto, bookList, importedStory } from "./schema";

export const bookKeys = { list: (storyId: string) => ["books", storyId] as const };

const isUnderWay = ({ state }: BookState) => state === "waiting" || state === "making";

/** The files that a story can be had as; asked again every second while one is being made. */
export const booksOptions = (storyId: string) =>
  queryOptions({
    queryKey: bookKeys.list(storyId),
    queryFn: async ({ signal }) =>
      (await apiData(`/stories/${storyId}/books`, { signal, response: bookList })).books,
    // A file is of the story as it was: each opening asks whether there is one.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 1_000 : false),
  });

/** @throws ApiError */
export const requestBook = (
  storyId: string,
  book: { format: BookFormat; size: BookSize },
): Promise<BookState> =>
  apiData(`/stories/${storyId}/books`, { method: "POST", body: book, response: bookDto });

/** Where the file of a book is. */
export const bookAddress = (
  storyId: string,
  { format, size }: Pick<BookState, "format" | "size">,
) => `/api/stories/${storyId}/books/${format}?size=${size}`;

/** Milliseconds for the sending of an archive. */
const patience = 600_000;
/** Smaller files are taken by every host. */
const askAbove = 1024 * 1024;

/** Makes a draft of an archive. @throws ApiError */
export async function importStory(file: File) {
  if (file.size > maxArchiveBytes) {
    throw new ApiError(archiveRefusals.tooLarge, 413, "payload_too_large");
  }
  const key = file.size > askAbove ? await putIntoStore(file) : null;
  return apiData("/stories/import", {
    method: "POST",
    timeout: patience,
    ...(key
      ? { body: { key, originalName: file.name } }
      : // Whatever the system calls it.
        { form: new Blob([file], { type: "application/zip" }) }),
    response: importedStory,
  });
}

async function putIntoStore(file: File): Promise<string | null> {
  const { direct } = await apiData("/stories/import/ticket", {
    method: "POST",
    body: { size: file.size },
    response: uploadTicket,
  });
  return direct && sendDirect(direct, file, { timeout: patience });
}
