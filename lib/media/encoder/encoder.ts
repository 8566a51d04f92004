import "server-only";
import { existsSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { isServerless } from "@/lib/platform/serverless";

type Pictures = typeof import("./pictures.mjs");
type Task = "encodeMain" | "encodeVariant" | "isMoving";
type Detail<T extends Task> = Parameters<Pictures[T]>[1];
type Result<T extends Task> = Awaited<ReturnType<Pictures[T]>>;

interface Encoder {
  worker: Worker;
  lastId: number;
  waiting: Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>;
}

/** Loaded as it is, not bundled. */
const file = path.resolve(/* turbopackIgnore: true */ "lib/media/encoder/worker.mjs");

// Next may bundle this module more than once; one thread is enough.
const holder = globalThis as { inkwrightEncoder?: Encoder };

/**
 * Has pictures encoded by a thread of their own, which is started with the first of them, again
 * after it died, and ends with the server. A host that ends processes between requests gains
 * nothing by it: there it happens in place.
 * @param bytes are copied, or handed over if they may be: then they are empty afterwards
 * @throws AppError `unavailable` where the thread died; Error with the library's words otherwise
 */
export async function encodeApart<T extends Task>(
  task: T,
  bytes: Uint8Array,
  { detail, handOver = false }: { detail?: Detail<T>; handOver?: boolean } = {},
): Promise<Result<T>> {
  if (isServerless() || !existsSync(file)) {
    const pictures = await import("./pictures.mjs");
    const run = pictures[task] as (bytes: Uint8Array, detail?: unknown) => Promise<Result<T>>;
    return run(bytes, detail);
  }
  holder.inkwrightEncoder ??= start();
  const encoder = holder.inkwrightEncoder;
  const id = ++encoder.lastId;
  return new Promise<Result<T>>((resolve, reject) => {
    const own = handOver && isAlone(bytes) ? bytes : new Uint8Array(bytes);
    encoder.worker.postMessage({ id, task, bytes: own, detail }, [own.buffer]);
    encoder.waiting.set(id, { resolve, reject });
    // The process waits for what is being encoded, and for nothing else of the thread.
    encoder.worker.ref();
  });
}

/** Small bytes lie beside others in one piece of memory, which cannot be handed over. */
const isAlone = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer &&
  bytes.byteLength > 100_000 &&
  bytes.byteLength > bytes.buffer.byteLength / 2;

function start(): Encoder {
  const worker = new Worker(file, { name: "encoder", execArgv: [] });
  const encoder: Encoder = { worker, lastId: 0, waiting: new Map() };
  worker.unref();
  worker.on("message", ({ id, result, error }) => {
    const asked = encoder.waiting.get(id);
    encoder.waiting.delete(id);
    if (encoder.waiting.size === 0) worker.unref();
    if (error === undefined) asked?.resolve(result as never);
    else asked?.reject(new Error(error));
  });
  worker.on("error", (err) => log.error({ err }, "the thread that encodes pictures failed"));
  worker.on("exit", () => {
    if (holder.inkwrightEncoder === encoder) holder.inkwrightEncoder = undefined;
    for (const { reject } of encoder.waiting.values()) {
      reject(
        new AppError(
          "unavailable",
          "The picture could not be prepared right now. Please try again in a moment.",
          { retryAfter: 1 },
        ),
      );
    }
  });
  return encoder;
}
