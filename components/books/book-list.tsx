"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StaleDataNotice } from "@/components/accounts/stale-data-notice";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { booksOptions } from "@/lib/books/client";
import { bookFormats } from "@/lib/books/formats";
import { messageOf } from "@/lib/platform/http/api-error";
import { BookRow } from "./book-row";

/** The formats in which a story can be downloaded: built on request, then offered for saving. */
export function BookList({ storyId, heading }: { storyId: string; heading: "h2" | "h3" }) {
  const [askedAt, setAskedAt] = useState(Date.now);
  const { data: books, error, refetch, isFetching } = useQuery(booksOptions(storyId, askedAt));
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
        {messageOf(error)}
      </Notice>
    );
  }
  if (!books) return <Loading />;
  return (
    <>
      {error && (
        <StaleDataNotice
          className="mb-4"
          title="The list could not be refreshed, and may be out of date"
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          {messageOf(error)}
        </StaleDataNotice>
      )}
      <ul className="grid gap-4">
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
              onAsked={() => setAskedAt(Date.now())}
            />
          ))}
      </ul>
    </>
  );
}

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
