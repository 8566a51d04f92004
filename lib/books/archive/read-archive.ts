import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import {
  canUseWorkerThread,
  runExclusive,
  WorkerThread,
} from "@/lib/platform/threads/worker-thread";
import { maxArchiveBytes } from "../schema";
import { filesOf, findInvalidList, maxEntries, type StoryArchive, storyArchive } from "./archive";
import type { createReader, OpenedDocument } from "./reader/reader.mjs";

const file = "lib/books/archive/reader/worker.mjs";
const heapMegabytes = 96;
/** Milliseconds; the largest document takes 300, a video of 64 MB 500. */
const deadlines = { open: 1_700, entry: 1_700, file: 8_000 };

const refused = (why: string, cause?: unknown) =>
  new AppError("bad_request", `This file cannot be imported: ${why}.`, { cause });

/** An archive whose document has been validated; files are checked as they are read. */
export interface OpenArchive {
  archive: StoryArchive;
  /**
   * Bytes of a file that the story names, verified by the hash in the name.
   * @throws AppError `bad_request`
   */
  read(file: string): Promise<Uint8Array>;
  close(): void;
}

/**
 * Opens a story archive in a worker thread. Names, count and sizes are checked before unpacking,
 * and the story arrives in parts, so that other requests do not wait.
 * @throws AppError `bad_request` that names the archive's fault
 */
export async function openArchive(bytes: Uint8Array): Promise<OpenArchive> {
  const { run, close } = await startReader();
  try {
    // Media hardly compress, so the unpacked size is about that of the archive.
    const opened = await runExclusive("archive", () =>
      run<OpenedDocument>("open", bytes, maxArchiveBytes * 2),
    );
    const archive = valid(storyArchive, opened.document, "");
    for (const list of ["characters", "locations", "scenes"] as const) {
      const schema = storyArchive.shape.story.shape[list];
      if (opened.lengths[list] > maxEntries[list]) throw invalidArchive(`story.${list}`);
      const entries: unknown[] = archive.story[list];
      for (let index = 0; index < opened.lengths[list]; index += 1) {
        const entry = await run("entry", list, index);
        entries.push(valid(schema.element, entry, `story.${list}.${index}`));
      }
    }
    const list = findInvalidList(archive.story);
    if (list) throw invalidArchive(`story.${list}`);
    const named = filesOf(archive);
    if (opened.names.some((name) => !named.has(name)))
      throw refused("it holds a file that belongs to no story");
    const present = new Set(opened.names);
    for (const name of named)
      if (!present.has(name)) throw refused("a picture of the story is missing");
    return {
      archive,
      close,
      read: async (name) => (await run<{ bytes: Uint8Array }>("file", name)).bytes,
    };
  } catch (error) {
    close();
    throw error;
  }
}

type Run = <T>(task: keyof ReturnType<typeof createReader>, ...args: unknown[]) => Promise<T>;

/** Runs the reader in a worker thread, or in this one on hosts without threads. */
async function startReader(): Promise<{ run: Run; close: () => void }> {
  const refuse = (error: Error) => {
    if (error.name === "ThreadEnded") throw refused("its story takes too much to read", error);
    throw error.name === "Refused" ? refused(error.message, error) : error;
  };
  if (canUseWorkerThread(file)) {
    const thread = new WorkerThread({ name: "archive reader", file, heapMegabytes });
    return {
      run: (task, ...args) =>
        thread
          .run<never>(task, args, { transfer: owned(args), deadline: deadlines[task] })
          .catch(refuse),
      close: () => thread.end(),
    };
  }
  const reader = (await import("./reader/reader.mjs")).createReader();
  return {
    async run(task, ...args) {
      const work = reader[task] as (...args: unknown[]) => unknown;
      try {
        return (await work(...args)) as never;
      } catch (error) {
        return refuse(error as Error);
      }
    },
    close: () => {},
  };
}

/** Buffers to transfer instead of copying; only buffers of which the array covers all bytes. */
const owned = (args: unknown[]): ArrayBuffer[] =>
  args.flatMap((one) =>
    one instanceof Uint8Array &&
    one.buffer instanceof ArrayBuffer &&
    one.byteLength === one.buffer.byteLength
      ? [one.buffer]
      : [],
  );

const invalidArchive = (path: string, cause?: unknown) =>
  refused(`its story is not whole (${path || "at its beginning"})`, cause);

function valid<S extends z.ZodType>(schema: S, value: unknown, place: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidArchive([place, issue?.path.join(".")].filter(Boolean).join("."), result.error);
}
