// The side of a thread of `thread.ts`. Plain JavaScript: threads load it as it is.
import { parentPort } from "node:worker_threads";

/** Answers each message by the task that it names; `bytes` of a result are handed over. */
export function serveTasks(tasks) {
  parentPort.on("message", async ({ id, task, args }) => {
    try {
      const result = await tasks[task](...args);
      if (!result?.bytes) return parentPort.postMessage({ id, result });
      // Memory of a library cannot be handed over, only copied; a copy can.
      const bytes = new Uint8Array(result.bytes);
      parentPort.postMessage({ id, result: { ...result, bytes } }, [bytes.buffer]);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      parentPort.postMessage({ id, error: { name, message } });
    }
  });
}
