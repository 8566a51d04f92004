"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { StaleDataNotice } from "@/components/accounts/stale-data-notice";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { Input } from "@/components/ui/forms/text-input";
import { libraryOptions } from "@/lib/library/client";
import type { LibraryEntry, LibraryPage } from "@/lib/library/schema";
import { messageOf } from "@/lib/platform/http/api-error";
import type { EntityKind } from "@/lib/world/schema";

/** Number of entries from which a search is shown. */
const searchThreshold = 8;
const kinds = [
  { value: "all", label: "Characters and locations" },
  { value: "character", label: "Characters" },
  { value: "location", label: "Locations" },
] as const;

interface LibraryBrowserProps {
  /** Lists only this kind; without it, the author chooses. */
  kind?: EntityKind;
  /** The first page, as the server rendered it. */
  initial?: LibraryPage;
  /** Replaces the list while the cast is empty. */
  empty: ReactNode;
  children: (entries: LibraryEntry[]) => ReactNode;
}

/** The viewer's cast with search and pages. */
export function LibraryBrowser({ kind, initial, empty, children }: LibraryBrowserProps) {
  const [shownKind, setShownKind] = useState<(typeof kinds)[number]["value"]>(kind ?? "all");
  const [q, setQ] = useState("");
  const [page, setPage] = useState(1);
  const isFirst = shownKind === "all" && q === "" && page === 1;
  const { data, error, isFetching, refetch } = useQuery({
    ...libraryOptions({
      page,
      ...(q && { q }),
      ...(shownKind !== "all" && { kind: shownKind }),
    }),
    placeholderData: keepPreviousData,
    ...(isFirst && initial ? { initialData: initial } : {}),
  });
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog around it may be within another form.
    event.stopPropagation();
    setQ(String(new FormData(event.currentTarget).get("q")).trim());
    setPage(1);
  };
  if (error) {
    return (
      <StaleDataNotice
        title="Your cast could not be loaded"
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        {messageOf(error)}
      </StaleDataNotice>
    );
  }
  if (!data) return <p role="status">Loading your cast…</p>;
  if (data.names.length === 0) return empty;
  return (
    <div className="grid gap-5">
      {data.names.length > searchThreshold && (
        <div className="flex flex-wrap items-end gap-3">
          <form className="flex flex-1 basis-64 gap-3" onSubmit={search}>
            <Input name="q" type="search" aria-label="Search your cast" placeholder="Search" />
            <Button type="submit" icon label="Search" title="Search">
              <Search aria-hidden="true" />
            </Button>
          </form>
          {!kind && (
            <div className="min-w-56">
              <Field label="Show" hideLabel control="button">
                <Select
                  options={kinds}
                  value={shownKind}
                  onValueChange={(value) => {
                    setShownKind(value);
                    setPage(1);
                  }}
                />
              </Field>
            </div>
          )}
        </div>
      )}
      <p role="status" className="text-ink-soft empty:sr-only">
        {data.entries.length === 0 &&
          (q
            ? "Nothing in your cast matches. Try other words."
            : `You have no ${shownKind}s in your cast yet.`)}
      </p>
      {children(data.entries)}
      {data.pages > 1 && (
        <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-3">
          <Button
            size="sm"
            // Not `disabled`, which would drop the focus at the first and the last page.
            aria-disabled={data.page <= 1}
            onClick={() => setPage(Math.max(data.page - 1, 1))}
          >
            Previous page
          </Button>
          <span className="text-ink-soft">
            Page {data.page} of {data.pages}
          </span>
          <Button
            size="sm"
            aria-disabled={data.page >= data.pages}
            onClick={() => setPage(Math.min(data.page + 1, data.pages))}
          >
            Next page
          </Button>
        </nav>
      )}
    </div>
  );
}
