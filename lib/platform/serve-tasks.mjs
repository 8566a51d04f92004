// The side of a thread of `thread.ts`. Plain JavaScript: threads load it as it is.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

// The thread that serves goes first. Linux has a priority for each thread, elsewhere this would be the
// server's own.
if (process.platform === "linux") {
  try {
    setPriority(10);
  } catch {
    // Where it is not allowed this thread has the same priority as the others.
  }
}

/** Answers each message by the task that it names; `bytes` of a result are handed over. */
export function serveTasks(tasks) {
  parentPort.on("message", async ({ id, task, args }) => {
    try {
      const result = await tasks[task](...args);
      if (!result?.bytes) return parentPort.postMessage({ id, result });
      // A Buffer may be memory of a library, which cannot be handed over, only copied; a copy can.
      const isOwn = !Buffer.isBuffer(result.bytes);
      const bytes = isOwn ? result.bytes : new Uint8Array(result.bytes);
      parentPort.postMessage({ id, result: { ...result, bytes } }, [bytes.buffer]);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      parentPort.postMessage({ id, error: { name, message } });
    }
  });
}
