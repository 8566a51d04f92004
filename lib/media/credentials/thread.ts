import "server-only";
import { existsSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";
import { isServerless } from "@/lib/platform/serverless";
import type { SigningTask } from "./sign.mjs";

interface Signing {
  worker: Worker;
  lastId: number;
  waiting: Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>;
}

/** Loaded as it is, not bundled. */
const file = path.resolve(/* turbopackIgnore: true */ "lib/media/credentials/worker.mjs");

/** A thread whose library holds more is replaced by a new one, in bytes. */
const mostMemory = 96 * 1024 * 1024;
/** A picture that is not signed by then goes without, in milliseconds. */
const patience = 10_000;

// Next may bundle this module more than once; one thread is enough.
const holder = globalThis as { inkwrightSigning?: Signing };

/**
 * Has a picture signed by a thread of its own, which is started with the first of them and again
 * after it ended. A host that ends processes between requests gains nothing by it: there it happens
 * in place.
 * @throws Error with the library's words, or because it took too long
 */
export async function signApart(task: SigningTask): Promise<Uint8Array> {
  if (isServerless() || !existsSync(file)) {
    const { signPicture } = await import("./sign.mjs");
    return (await signPicture(task)).bytes;
  }
  holder.inkwrightSigning ??= start();
  const signing = holder.inkwrightSigning;
  const id = ++signing.lastId;
  return new Promise<Uint8Array>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`not signed within ${patience / 1000} s`));
      retire(signing);
      void signing.worker.terminate();
    }, patience);
    const ended =
      <T>(tell: (value: T) => void) =>
      (value: T) => {
        clearTimeout(late);
        tell(value);
      };
    signing.waiting.set(id, { resolve: ended(resolve), reject: ended(reject) });
    signing.worker.postMessage({ id, task });
    // The process waits for what is being signed, and for nothing else of the thread.
    signing.worker.ref();
  });
}

/** Whatever comes next gets another thread. */
function retire(signing: Signing): void {
  if (holder.inkwrightSigning === signing) holder.inkwrightSigning = undefined;
}

function start(): Signing {
  const worker = new Worker(file, { name: "signer", execArgv: [] });
  const signing: Signing = { worker, lastId: 0, waiting: new Map() };
  worker.unref();
  worker.on("message", ({ id, bytes, memory, error }) => {
    const asked = signing.waiting.get(id);
    signing.waiting.delete(id);
    if (memory > mostMemory) retire(signing);
    if (signing.waiting.size === 0) {
      worker.unref();
      if (holder.inkwrightSigning !== signing) void worker.terminate();
    }
    if (error === undefined) asked?.resolve(bytes);
    else asked?.reject(new Error(error));
  });
  worker.on("error", (err) => log.error({ err }, "the thread that signs pictures failed"));
  worker.on("exit", () => {
    retire(signing);
    for (const { reject } of signing.waiting.values()) reject(new Error("the thread ended"));
    signing.waiting.clear();
  });
  return signing;
}
