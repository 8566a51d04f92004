"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useWrite } from "@/components/ui/use-write";
import { bookKeys, booksOptions, requestBook } from "@/lib/books/client";
import { type BookFormat, type BookSize, bookFormats } from "@/lib/books/formats";
import type { BookState } from "@/lib/books/schema";
import { BookRow } from "./book-row";
import "./books.css";

/** The files that a story can be had as: made when they are asked for, then there to be saved. */
export function BookList({ storyId, heading }: { storyId: string; heading: "h2" | "h3" }) {
  const client = useQueryClient();
  const { data: books, error, refetch, isFetching } = useQuery(booksOptions(storyId));
  const make = useWrite({
    mutationFn: (book: { format: BookFormat; size: BookSize }) => requestBook(storyId, book),
    meta: { handlesError: true },
    async onSuccess(made) {
      // An answer from before knows nothing of it.
      await client.cancelQueries({ queryKey: bookKeys.list(storyId) });
      client.setQueryData<BookState[]>(bookKeys.list(storyId), (before) =>
        before?.map((one) => (isSame(one, made) ? made : one)),
      );
      void client.invalidateQueries({ queryKey: bookKeys.list(storyId) });
    },
  });
  if (!books && error) {
    return (
      <Notice
        tone="error"
        title="The list could not be loaded"
        action={
          <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      >
        {error.message}
      </Notice>
    );
  }
  if (!books) return <Loading />;
  return (
    <ul className="book-list">
      {bookFormats
        .map((format) => ({ format, of: books.filter((book) => book.format === format) }))
        .filter(({ of }) => of.length > 0)
        .map(({ format, of }) => (
          <BookRow
            key={format}
            storyId={storyId}
            format={format}
            books={of}
            heading={heading}
            isAsking={make.isPending && make.variables.format === format}
            problem={make.error && make.variables.format === format ? make.error.message : null}
            onMake={(size) => make.mutate({ format, size })}
          />
        ))}
    </ul>
  );
}

const isSame = (a: BookState, b: BookState) => a.format === b.format && a.size === b.size;

const Loading = () => (
  <div className="grid gap-3">
    <p role="status" className="sr-only">
      Loading the list
    </p>
    {["a", "b", "c", "d"].map((key) => (
      <Skeleton key={key} className="h-24 w-full" />
    ))}
  </div>
);
