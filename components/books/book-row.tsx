"use client";
import { Download } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { bookUrl } from "@/lib/books/client";
import { type BookFormat, type BookSize, formatFacts, sizeLabels } from "@/lib/books/formats";
import type { BookState } from "@/lib/books/schema";
import { countOf } from "@/lib/platform/text/count-of";
import { useBookActions } from "./use-book-actions";

interface BookRowProps {
  storyId: string;
  format: BookFormat;
  /** One per size. */
  books: BookState[];
  heading: "h2" | "h3";
  /** Called when a build starts. */
  onAsked: () => void;
}

/** Name, size and action side by side; notices below. */
const rowClasses =
  "group/row grid gap-3 rounded-[8px] border-2 border-rule p-4 sm:grid-cols-[minmax(0,1fr)_11rem] sm:items-center sm:gap-x-5 lg:grid-cols-[minmax(0,1fr)_16.5rem_11rem] sm:[&>.notice]:col-span-full";

/** Below the description while it would have no width beside it. */
const sizeClasses = "book-size min-w-0 sm:row-start-2 sm:max-w-66 lg:col-start-2 lg:row-start-1";

const actionClasses =
  "grid justify-items-start gap-2 sm:-col-start-2 sm:justify-items-end sm:text-end sm:group-has-[.book-size]/row:row-span-2 sm:group-has-[.book-size]/row:row-start-1 lg:group-has-[.book-size]/row:row-span-1";

/** One format: its purpose, its sizes and its progress. */
export function BookRow({ storyId, format, books, heading: Heading, onAsked }: BookRowProps) {
  const nameId = useId();
  const { label, purpose } = formatFacts[format];
  const [size, setSize] = useState(() => initialSize(books));
  const actions = useBookActions(storyId, format, onAsked);
  const book = books.find((one) => one.size === size) ?? books[0];
  if (!book) return null;
  const problem = actions.getError(book.size);
  return (
    <li className={rowClasses} aria-labelledby={nameId}>
      <div className="min-w-0">
        <Heading id={nameId} className="text-lg font-bold">
          {label}
        </Heading>
        <p className="text-ink-soft">{purpose}</p>
      </div>
      {books.length > 1 && (
        <div className={sizeClasses}>
          <Field label={`Page size of ${label}`} hideLabel control="button">
            <Select
              value={size}
              onValueChange={setSize}
              options={books.map((one) => ({ value: one.size, label: sizeLabels[one.size] }))}
            />
          </Field>
        </div>
      )}
      <BookAction
        storyId={storyId}
        label={label}
        book={book}
        isAsking={actions.isAsking(book.size)}
        isRefused={problem !== null}
        onMake={() => actions.make(book.size)}
        onSave={() => actions.save(book)}
      />
      {book.state === "ready" && book.message && <Notice tone="warning">{book.message}</Notice>}
      {book.state === "failed" && (
        <Notice tone="error" title={`${label} could not be made`}>
          {book.message}
        </Notice>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
    </li>
  );
}

/** A size that is ready, else one in progress, else the usual size. */
const initialSize = (books: BookState[]): BookSize =>
  (
    books.find(({ state }) => state === "ready") ??
    books.find(({ state }) => state === "waiting" || state === "making") ??
    books[0]
  )?.size ?? "comic";

interface BookActionProps {
  storyId: string;
  label: string;
  book: BookState;
  isAsking: boolean;
  isRefused: boolean;
  onMake: () => void;
  onSave: () => void;
}

function BookAction({
  storyId,
  label,
  book,
  isAsking,
  isRefused,
  onMake,
  onSave,
}: BookActionProps) {
  const { state, progress, bytes, pages, fileName } = book;
  const link = useRef<HTMLAnchorElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(state);
  useEffect(() => {
    // The pressed button unmounts and a dialog would take its focus: move it to the result, unless
    // the person has moved on.
    const hasArrived = state === "ready" && before.current !== "ready";
    const went = isRefused && state !== "ready" && before.current === "ready";
    if ((hasArrived || went) && document.activeElement?.matches("body, [role='dialog']")) {
      (link.current ?? button.current)?.focus();
    }
    before.current = state;
  }, [state, isRefused]);
  if (state === "ready") {
    const count = pages > 0 ? `, ${countOf(pages, "page")}` : "";
    return (
      <div className={actionClasses}>
        <a
          ref={link}
          className="btn"
          href={bookUrl(storyId, book)}
          download={fileName}
          onClick={(event) => {
            event.preventDefault();
            onSave();
          }}
        >
          <Download aria-hidden="true" /> Save<span className="sr-only"> {label}</span>
        </a>
        <p role="status" className="text-sm text-ink-soft">
          Ready: {formatBytes(bytes ?? 0)}
          {count}
        </p>
      </div>
    );
  }
  if (state === "waiting" || state === "making") {
    const words = state === "waiting" ? "Waiting in the queue" : `${progress} % made`;
    return (
      <div className={actionClasses}>
        <Progress
          value={state === "making" ? progress : undefined}
          label={`${label} is being made`}
          className="w-full"
        />
        <p className="text-sm text-ink-soft">{words}</p>
      </div>
    );
  }
  return (
    <div className={actionClasses}>
      <Button ref={button} loading={isAsking} onClick={onMake}>
        {state === "failed" ? "Try again" : "Make"}
        <span className="sr-only"> {label}</span>
      </Button>
    </div>
  );
}

/** Formats a size for people: '3.4 MB'. */
function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
