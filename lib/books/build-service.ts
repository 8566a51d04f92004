import "server-only";
import { randomUUID } from "node:crypto";
import { NonRetriableError } from "inngest";
import { db, Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage";
import { sweepBlobs } from "@/lib/platform/storage/sweep";
import { bookFile } from "./book-file";
import type { OnProgress } from "./files";
import { type BookFormat, type BookSize, bookFormats, bookSizes, formatFacts } from "./formats";
import { maxArchiveBytes } from "./schema";
import { currentVersion, pendingBooks } from "./service";
import { readSource } from "./source-queries";

/** Least time between two progress updates, in milliseconds. */
const progressIntervalMs = 1_000;

/** The row was deleted along with its story, so the work can stop. */
class BookDeletedError extends Error {}

/**
 * Makes a book from the current state of the story and stores its file. A retry starts over; an
 * interrupted file is never linked to the row.
 * @throws NonRetriableError if a retry would fail too
 */
export async function buildBook(bookId: string): Promise<void> {
  const row = await db.book.findUnique({ where: { id: bookId } });
  if (!row || row.status === "completed" || row.status === "failed") return;
  const format = bookFormats.find((one) => one === row.format);
  const size = bookSizes.find((one) => one === row.size);
  if (!format || !size) throw new NonRetriableError("This format or size does not exist.");
  try {
    await build({ id: row.id, storyId: row.storyId, version: row.version, format, size });
  } catch (error) {
    if (error instanceof BookDeletedError) return;
    if (!(error instanceof AppError && error.details.permanent)) throw error;
    await failBook(bookId, error.message);
    throw new NonRetriableError(error.message, { cause: error });
  }
}

interface PendingBook {
  id: string;
  storyId: string;
  version: string;
  format: BookFormat;
  size: BookSize;
}

async function build({ id, storyId, version, format, size }: PendingBook): Promise<void> {
  const source = await readSource("maker", storyId);
  const now = await currentVersion(source, format);
  if (now !== version && !(await retarget(id, now))) return;
  const onProgress = createProgressReporter(id);
  const file = await bookFile(source, format, size, onProgress);
  await db.book.updateMany({
    where: { id },
    data: { status: "processing", progress: 0, pages: file.pages, heartbeatAt: new Date() },
  });
  const { extension, mediaType } = formatFacts[format];
  const fileKey = `${randomUUID()}.${extension}`;
  const bytes = await storage().files.put(fileKey, file.bytes, mediaType);
  const after = await currentVersion(await readSource("maker", storyId), format);
  if (after !== now) {
    // The story changed while the file was made, so the file is outdated; the message says so.
    await storage().files.delete([fileKey]);
    if (await retarget(id, after)) await failBook(id, storyChangedMessage);
    return;
  }
  const sizeWarning = format === "archive" ? archiveSizeWarning(bytes) : null;
  const message = [file.message, sizeWarning].filter(Boolean).join(" ") || null;
  const { count } = await db.book.updateMany({
    where: { id, ...pendingBooks },
    data: { status: "completed", progress: 100, fileKey, bytes, message },
  });
  if (count === 0) await storage().files.delete([fileKey]);
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);

/** Warns an author whose archive is too large to import; null if it is not. */
const archiveSizeWarning = (bytes: number): string | null =>
  bytes > maxArchiveBytes
    ? `It has ${megabytes(bytes)} MB and is whole, but at most ${megabytes(maxArchiveBytes)} MB can be imported again. Deleting takes that no panel shows makes it smaller.`
    : null;

/**
 * Makes a pending book one of the story's new version.
 * @returns false if that version has a book already
 */
async function retarget(id: string, version: string): Promise<boolean> {
  try {
    await db.book.update({ where: { id }, data: { version } });
    return true;
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError)) throw error;
    await db.book.deleteMany({ where: { id } });
    return false;
  }
}

/** Records progress at intervals. @throws BookDeletedError once the row is deleted */
function createProgressReporter(id: string): OnProgress {
  let last = 0;
  return async (done, of) => {
    const now = Date.now();
    if (now - last < progressIntervalMs) return;
    last = now;
    const { count } = await db.book.updateMany({
      where: { id, ...pendingBooks },
      data: {
        status: "processing",
        progress: Math.min(99, Math.floor((done / of) * 100)),
        heartbeatAt: new Date(),
      },
    });
    if (count === 0) throw new BookDeletedError();
  };
}

const storyChangedMessage = "The story was changed while this was made. Make it again.";
const unfinishedMessage = "The book was not finished. Please try again.";

/** Fails a pending book; a completed one stays. */
export const failBook = (bookId: string, message = unfinishedMessage) =>
  db.book.updateMany({
    where: { id: bookId, ...pendingBooks },
    data: { status: "failed", message },
  });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const daysAgo = (days: number) => minutesAgo(days * 24 * 60);

/**
 * How long an unrequested book is kept, in days, and one replaced by a newer version, in minutes.
 */
export const retention = { unasked: 7, superseded: 60 } as const;

/**
 * Fails books whose process died; deletes books without recent requests, books of an earlier state
 * of their story, and files without a book.
 * @returns the number of each
 */
export async function sweepBooks(): Promise<{ lost: number; books: number; files: number }> {
  const lost = await db.book.updateMany({
    where: {
      OR: [
        { status: "processing", heartbeatAt: { lt: minutesAgo(15) } },
        { status: "queued", heartbeatAt: { lt: minutesAgo(12 * 60) } },
      ],
    },
    data: { status: "failed", message: unfinishedMessage },
  });
  const old = await db.$queryRaw<{ id: string; file_key: string | null }[]>`
    SELECT b.id, b.file_key FROM book b
    WHERE b.status IN ('completed', 'failed') AND (b.asked_at < ${daysAgo(retention.unasked)}
      OR (b.asked_at < ${minutesAgo(retention.superseded)} AND EXISTS (
        SELECT 1 FROM book n WHERE n.story_id = b.story_id AND n.format = b.format
          AND n.size = b.size AND n.created_at > b.created_at AND n.status = 'completed')))
    LIMIT 1000`;
  // Rows first; a download that is running still reads its file to the end.
  await db.book.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  await storage().files.delete(old.flatMap(({ file_key }) => file_key ?? []));
  const files = await sweepBlobs(storage().files, daysAgo(1), findUnreferencedFiles);
  await storage().files.deleteUnfinished?.(daysAgo(1));
  if (files > 0 || lost.count > 0) log.info({ lost: lost.count, files }, "swept books");
  return { lost: lost.count, books: old.length, files };
}

/** Files without a book, left by deleted stories and by processes that died. */
async function findUnreferencedFiles(keys: string[]): Promise<string[]> {
  const known = await db.book.findMany({
    where: { fileKey: { in: keys } },
    select: { fileKey: true },
  });
  const referenced = new Set(known.map(({ fileKey }) => fileKey));
  return keys.filter((key) => !referenced.has(key));
}
