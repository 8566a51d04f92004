// The thread that encodes pictures, apart from the one that serves: megabytes that come and go there
// would make the engine collect the server's whole heap, and with it stop the server.
import { setPriority } from "node:os";
import { serveTasks } from "../../platform/serve-tasks.mjs";
import { encodeMain, encodeVariant, isMoving } from "./pictures.mjs";

// Linux has a priority for each thread, elsewhere this would be the server's own.
if (process.platform === "linux") {
  try {
    setPriority(10);
  } catch {
    // Where it is not allowed this thread has the same priority as the others.
  }
}

serveTasks({ encodeMain, encodeVariant, isMoving });
