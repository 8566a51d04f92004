import "server-only";
import { canUseWorkerThread, WorkerThread } from "@/lib/platform/threads/worker-thread";
import type { SigningTask, signPicture } from "./sign.mjs";

const file = "lib/media/credentials/worker.mjs";

/** Bytes of WebAssembly memory above which the thread is replaced. */
const maxMemory = 96 * 1024 * 1024;
/** Limit in milliseconds; a picture that takes longer stays unsigned. */
const signTimeoutMs = 10_000;

// Next may bundle this module more than once; one thread is enough.
const holder = globalThis as { inkwrightSigning?: WorkerThread };

/**
 * Signs a picture in a worker thread, which starts on demand.
 * @throws Error of the library, or after the timeout
 */
export async function signInWorker(task: SigningTask): Promise<Uint8Array> {
  if (!canUseWorkerThread(file)) {
    const { signPicture } = await import("./sign.mjs");
    return (await signPicture(task)).bytes;
  }
  if (!holder.inkwrightSigning || holder.inkwrightSigning.hasEnded) {
    holder.inkwrightSigning = new WorkerThread({ name: "signer", file });
  }
  const thread = holder.inkwrightSigning;
  type Signed = Awaited<ReturnType<typeof signPicture>>;
  const { bytes, memory } = await thread.run<Signed>("signPicture", [task], {
    deadline: signTimeoutMs,
  });
  // The next picture starts another thread; this one ends after its last task.
  if (memory > maxMemory && holder.inkwrightSigning === thread) delete holder.inkwrightSigning;
  if (holder.inkwrightSigning !== thread && thread.open === 0) thread.end();
  return bytes;
}
