"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { saveFile } from "@/components/ui/utils/save-file";
import { bookKeys, bookUrl, checkBookAvailable, requestBook } from "@/lib/books/client";
import type { BookFormat, BookSize } from "@/lib/books/formats";
import type { BookState } from "@/lib/books/schema";
import { messageOf } from "@/lib/platform/http/api-error";

const isSame = (a: BookState, b: BookState) => a.format === b.format && a.size === b.size;

/** Builds and saves the books of one format. */
export function useBookActions(storyId: string, format: BookFormat, onAsked: () => void) {
  const client = useQueryClient();
  const queryKey = bookKeys.list(storyId);
  const make = useDedupedMutation({
    mutationFn: (size: BookSize) => requestBook(storyId, { format, size }),
    meta: { handlesError: "while-mounted" },
    async onSuccess(made) {
      onAsked();
      // An answer in flight would not include this build.
      await client.cancelQueries({ queryKey });
      client.setQueryData<BookState[]>(queryKey, (before) =>
        before?.map((one) => (isSame(one, made) ? made : one)),
      );
      void client.invalidateQueries({ queryKey });
    },
  });
  // Checked first, since the browser would save a refusal as the file.
  const save = useDedupedMutation({
    mutationFn: ({ size }: Pick<BookState, "size" | "fileName">) =>
      checkBookAvailable(storyId, { format, size }),
    meta: { handlesError: "while-mounted" },
    onSuccess: (_, { size, fileName }) => saveFile(bookUrl(storyId, { format, size }), fileName),
    onError: () => void client.invalidateQueries({ queryKey }),
  });
  return {
    make(size: BookSize) {
      save.clearError();
      make.mutate(size);
    },
    save({ size, fileName }: BookState) {
      make.clearError();
      save.mutate({ size, fileName });
    },
    isAsking: (size: BookSize) => make.isPending && make.variables === size,
    /** Why a build or a download failed. */
    getError(size: BookSize): string | null {
      if (make.error && make.variables === size) return messageOf(make.error);
      return save.error && save.variables.size === size ? messageOf(save.error) : null;
    },
  };
}
