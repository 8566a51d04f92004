// The worker's side of `worker-thread.ts`. Plain JavaScript, so that worker threads load it without
// a build.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

// The server's thread takes precedence. Only Linux has priorities per thread; on other systems this
// would lower the whole process.
if (process.platform === "linux") {
  try {
    setPriority(10);
  } catch {
    // Without permission the thread keeps its normal priority.
  }
}

/**
 * Runs the task that each message names and answers with its result, whose `bytes` are transferred.
 */
export function serveTasks(tasks) {
  parentPort.on("message", async ({ id, task, args }) => {
    try {
      const result = await tasks[task](...args);
      if (!result?.bytes) return parentPort.postMessage({ id, result });
      // A Buffer may be memory of a library, which cannot be transferred; its copy can.
      const isOwn = !Buffer.isBuffer(result.bytes);
      const bytes = isOwn ? result.bytes : new Uint8Array(result.bytes);
      parentPort.postMessage({ id, result: { ...result, bytes } }, [bytes.buffer]);
    } catch (error) {
      const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
      parentPort.postMessage({ id, error: { name, message, cause: cause && String(cause) } });
    }
  });
}
