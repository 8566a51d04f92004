import "server-only";
import { createHash } from "node:crypto";
import { mayEdit } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError, fieldError } from "@/lib/platform/errors";
import { discard, type RangeRequest, rangeResponse } from "@/lib/platform/http/range-response";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { storage } from "@/lib/platform/storage";
import { archiveState } from "./archive/archive-queries";
import { requestBookEvent } from "./events";
import { attachmentOf, fileNameOf } from "./file-name";
import { type BookFormat, type BookSize, bookFormats, formatFacts, sizeFor } from "./formats";
import type { BookState } from "./schema";
import { type BookSource, readSource, seriesOf } from "./source-queries";

/** Raise this version when files are made differently, so that older books are rebuilt. */
const renderingVersion = 5;

/** Greatest number of pending books, over all stories. */
const maxPending = 100;

type Row = Awaited<ReturnType<typeof db.book.findMany>>[number];

/** A hash that changes with everything that a book of the story contains. */
export async function currentVersion(source: BookSource, format: BookFormat): Promise<string> {
  const content = format === "archive" ? await archiveState(source.id) : source;
  const series = format === "cbz" ? await seriesOf(source) : null;
  return createHash("sha256")
    .update(JSON.stringify([renderingVersion, content, series]))
    .digest("hex");
}

const states = {
  queued: "waiting",
  processing: "making",
  completed: "ready",
  failed: "failed",
} as const;

/** Condition on books that are being made. */
export const pendingBooks = {
  status: { in: ["queued", "processing"] },
} satisfies Prisma.BookWhereInput;

const isPending = ({ status }: Row) => status === "queued" || status === "processing";

const toState = (
  title: string,
  format: BookFormat,
  size: BookSize,
  row: Row | undefined,
): BookState => ({
  format,
  size,
  state: row ? states[row.status] : "none",
  progress: row?.progress ?? 0,
  bytes: row?.bytes ? Number(row.bytes) : null,
  pages: row?.pages ?? 0,
  fileName: fileNameOf(title, format, size),
  message: row?.message ?? null,
});

const mayHave = (viewer: Viewer | null, { author }: BookSource, format: BookFormat) =>
  !formatFacts[format].isForAuthor || mayEdit(viewer, author.id);

/**
 * Every book of a story that the viewer may download, whether built or not.
 * @throws AppError `not_found`, also for another author's draft
 */
export async function listBooks(viewer: Viewer | null, storyId: string): Promise<BookState[]> {
  const source = await readSource(viewer, storyId);
  const formats = bookFormats.filter((format) => mayHave(viewer, source, format));
  const versions = new Map<BookFormat, string>();
  for (const format of formats) versions.set(format, await currentVersion(source, format));
  const rows = await db.book.findMany({
    where: {
      storyId,
      // A book that is pending when the story changes is retargeted to the new version.
      OR: [{ version: { in: [...new Set(versions.values())] } }, pendingBooks],
    },
    orderBy: { askedAt: "desc" },
  });
  return formats.flatMap((format) =>
    formatFacts[format].sizes.map((size) => {
      const own = rows.filter((one) => one.format === format && one.size === size);
      const row = own.find((one) => one.version === versions.get(format)) ?? own.find(isPending);
      return toState(source.title, format, size, row);
    }),
  );
}

const isHidden = async (id: string) =>
  (await db.story.count({ where: { id, hiddenAt: { not: null } } })) > 0;

interface BookRequest {
  format: BookFormat;
  size?: BookSize | undefined;
}

/** The story and the requested book, if the viewer may have it. */
async function requireAllowed(
  viewer: Viewer | null,
  storyId: string,
  { format, size: asked }: BookRequest,
) {
  const source = await readSource(viewer, storyId);
  if (!mayHave(viewer, source, format)) {
    throw new AppError("forbidden", "Only the author of this story can have this file.");
  }
  // An import of the archive would create a copy that is not hidden.
  if (format === "archive" && (await isHidden(storyId))) {
    throw new AppError(
      "conflict",
      "This story is hidden, so it cannot be downloaded as an archive. Your dashboard says why, and what you can do.",
    );
  }
  const size = sizeFor(format, asked);
  if (!size) {
    throw fieldError(
      "size",
      `There is no ${formatFacts[format].label} in this size. Please choose another one.`,
    );
  }
  const version = await currentVersion(source, format);
  return { source, size, key: { storyId, format, size, version } };
}

/** Concurrency key of a requester; a visitor without an account is known by a hashed address. */
export const requesterOf = (viewer: Viewer | null, address: string): string =>
  viewer?.id ?? createHash("sha256").update(address).digest("hex").slice(0, 32);

/**
 * Requests a book, or returns the one that is pending or ready.
 * @param asker concurrency key from `requesterOf`
 * @throws AppError `not_found`, `forbidden` for a file that only its author can have,
 * `validation_failed` for a size that the format does not offer, `conflict` for a story without
 * pictures and the archive of a hidden one, `unavailable` while too many are pending
 */
export async function requestBook(
  viewer: Viewer | null,
  storyId: string,
  asked: BookRequest,
  asker: string,
): Promise<BookState> {
  const { source, size, key } = await requireAllowed(viewer, storyId, asked);
  if (source.scenes.length === 0 && asked.format !== "archive") {
    throw new AppError(
      "conflict",
      "This story has no picture yet, so no book can be made. Create a scene first.",
    );
  }
  const known = await db.book.findUnique({ where: { storyId_format_size_version: key } });
  if (known && known.status !== "failed" && (await hasFile(known))) {
    await db.book.update({ where: { id: known.id }, data: { askedAt: new Date() } });
    return toState(source.title, asked.format, size, known);
  }
  const pending = await db.book.count({ where: pendingBooks, take: maxPending });
  if (pending >= maxPending) {
    throw new AppError(
      "unavailable",
      "Many books are being made right now. Please try again in a few minutes.",
      { retryAfter: 60 },
    );
  }
  const row = await transact(async (tx, send) => {
    await tx.book.createMany({ data: [{ ...key, status: "failed" }], skipDuplicates: true });
    // Only the request whose update changes the status sends the event; a concurrent update matches
    // no row.
    const begun = await tx.book.updateManyAndReturn({
      where: { ...key, status: known?.status ?? "failed" },
      data: {
        status: "queued",
        progress: 0,
        message: null,
        fileKey: null,
        bytes: null,
        heartbeatAt: new Date(),
        askedAt: new Date(),
      },
    });
    const [book] = begun;
    if (book) send(requestBookEvent(book.id, asker));
    return (
      book ?? (await tx.book.findUniqueOrThrow({ where: { storyId_format_size_version: key } }))
    );
  });
  return toState(source.title, asked.format, size, row);
}

/**
 * Whether a completed book still has its file; after a restore of the database it may be missing.
 */
async function hasFile({ status, fileKey }: Row): Promise<boolean> {
  if (status !== "completed") return true;
  const opened = fileKey ? await storage().files.open(fileKey) : null;
  if (!opened || opened === "unsatisfiable") return false;
  await discard(opened.body);
  return true;
}

/**
 * Streams a book file of the story's current state, or the requested range of the file.
 * @throws AppError as `requestBook`, `conflict` until the book is ready
 */
export async function openBook(
  viewer: Viewer | null,
  storyId: string,
  asked: BookRequest,
  request: RangeRequest,
): Promise<Response> {
  const { source, size, key } = await requireAllowed(viewer, storyId, asked);
  const row = await db.book.findUnique({ where: { storyId_format_size_version: key } });
  if (row?.status === "failed" && row.message) throw new AppError("conflict", row.message);
  if (row && isPending(row)) {
    throw new AppError("conflict", "This book is still being made. Please try again in a moment.", {
      retryAfter: 5,
    });
  }
  const fileKey = row?.fileKey;
  const headers = {
    "content-type": formatFacts[asked.format].mediaType,
    "content-disposition": attachmentOf(source.title, asked.format, size),
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  };
  // A rebuilt book has another key, so no app combines parts of two files.
  const answer = fileKey
    ? await rangeResponse(request, { etag: `"${fileKey}"`, headers }, (range) =>
        storage().files.open(fileKey, range),
      )
    : null;
  if (!row || !answer) {
    throw new AppError(
      "conflict",
      "This book was not made yet, or the story was changed since. Choose 'Download as a book' to have it made.",
    );
  }
  await db.book.updateMany({ where: { id: row.id }, data: { askedAt: new Date() } });
  return answer;
}
