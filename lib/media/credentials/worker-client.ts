import "server-only";
import { canUseWorkerThread, WorkerThread } from "@/lib/platform/worker-thread";
import type { SigningTask, signPicture } from "./sign.mjs";

const file = "lib/media/credentials/worker.mjs";

/** A thread whose library holds more is replaced by a new one, in bytes. */
const maxMemory = 96 * 1024 * 1024;
/** A picture that is not signed by then goes without, in milliseconds. */
const signTimeoutMs = 10_000;

// Next may bundle this module more than once; one thread is enough.
const holder = globalThis as { inkwrightSigning?: WorkerThread };

/**
 * Has a picture signed by a thread of its own, which is started with the first of them and again
 * after it ended.
 * @throws Error with the library's words, or because it took too long
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
  // The next picture gets another thread; this one ends with its last.
  if (memory > maxMemory && holder.inkwrightSigning === thread) delete holder.inkwrightSigning;
  if (holder.inkwrightSigning !== thread && thread.open === 0) thread.end();
  return bytes;
}
