import "server-only";
import { AppError } from "@/lib/platform/errors";
import { canUseWorkerThread, WorkerThread } from "@/lib/platform/threads/worker-thread";

type Pictures = typeof import("./pictures.mjs") & typeof import("./blend.mjs");
type Task = "blendSpot" | "encodeLossless" | "encodeMain" | "encodeVariant" | "isMoving";
type Detail<T extends Task> = Parameters<Pictures[T]>[1];
type Result<T extends Task> = Awaited<ReturnType<Pictures[T]>>;

const file = "lib/media/encoder/worker.mjs";

// Next may bundle this module more than once; one thread is enough.
const holder = globalThis as { inkwrightEncoder?: WorkerThread };

/**
 * Encodes a picture in a worker thread, which starts on demand and ends with the server.
 * @param bytes copied, or transferred with `handOver`, which empties them
 * @throws AppError `unavailable` if the thread died; else the library's Error
 */
export async function encodeInWorker<T extends Task>(
  task: T,
  bytes: Uint8Array,
  { detail, handOver = false }: { detail?: Detail<T>; handOver?: boolean } = {},
): Promise<Result<T>> {
  if (!canUseWorkerThread(file)) {
    const pictures = { ...(await import("./pictures.mjs")), ...(await import("./blend.mjs")) };
    const run = pictures[task] as (bytes: Uint8Array, detail?: unknown) => Promise<Result<T>>;
    return run(bytes, detail);
  }
  if (!holder.inkwrightEncoder || holder.inkwrightEncoder.hasEnded) {
    holder.inkwrightEncoder = new WorkerThread({ name: "encoder", file });
  }
  const own = handOver && isWholeBuffer(bytes) ? bytes : new Uint8Array(bytes);
  try {
    const transfer = [own.buffer];
    return await holder.inkwrightEncoder.run<Result<T>>(task, [own, detail], { transfer });
  } catch (error) {
    if ((error as Error).name !== "ThreadEnded") throw error;
    throw new AppError(
      "unavailable",
      "The picture could not be prepared right now. Please try again in a moment.",
      { retryAfter: 1, cause: error },
    );
  }
}

/** Small arrays share a pooled buffer, which cannot be transferred. */
const isWholeBuffer = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer &&
  bytes.byteLength > 100_000 &&
  bytes.byteLength > bytes.buffer.byteLength / 2;
