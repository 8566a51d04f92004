// The thread that signs pictures. It is apart from the one that encodes, because it reads what others
// have written into their files: where that never ends, this thread is ended.
import { parentPort } from "node:worker_threads";
import { signPicture } from "./sign.mjs";

// One after the other: the library awaits nothing but the signature.
parentPort.on("message", async ({ id, task }) => {
  try {
    const { bytes, memory } = await signPicture(task);
    parentPort.postMessage({ id, bytes, memory }, [bytes.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, error: String(error?.message ?? error) });
  }
});
