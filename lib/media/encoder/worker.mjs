// The thread that encodes pictures, apart from the one that serves: megabytes that come and go there
// would make the engine collect the server's whole heap, and with it stop the server.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { encodeMain, encodeVariant, isMoving } from "./pictures.mjs";

const tasks = { encodeMain, encodeVariant, isMoving };

// Linux has a priority for each thread, elsewhere this would be the server's own.
if (process.platform === "linux") {
  try {
    setPriority(10);
  } catch {
    // Where it is not allowed this thread has the same priority as the others.
  }
}

parentPort.on("message", async ({ id, task, bytes, detail }) => {
  try {
    const result = await tasks[task](bytes, detail);
    if (!result.bytes) return parentPort.postMessage({ id, result });
    // What the library made cannot be handed over, only copied; a copy can.
    const made = new Uint8Array(result.bytes);
    parentPort.postMessage({ id, result: { ...result, bytes: made } }, [made.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, error: String(error?.message ?? error) });
  }
});
