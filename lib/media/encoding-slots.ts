import "server-only";
import { availableParallelism } from "node:os";

type Priority = "shown" | "later";

const places = Math.max(2, availableParallelism());
let running = 0;
let runningLater = 0;
const waiting: { priority: Priority; start: () => void }[] = [];

/**
 * Runs an encoding when there is room for it. Pictures that somebody waits for go first; of the
 * others one runs at a time, so that pages are served at their usual speed meanwhile.
 */
export async function withEncodingSlot<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
  if (!hasRoom(priority)) {
    await new Promise<void>((start) => waiting.push({ priority, start }));
  } else {
    occupy(priority);
  }
  try {
    return await work();
  } finally {
    running -= 1;
    if (priority === "later") runningLater -= 1;
    startNext();
  }
}

const hasRoom = (priority: Priority) =>
  priority === "shown" ? running < places : running < places && runningLater === 0;

function occupy(priority: Priority): void {
  running += 1;
  if (priority === "later") runningLater += 1;
}

function startNext(): void {
  for (const priority of ["shown", "later"] as const) {
    while (hasRoom(priority)) {
      const index = waiting.findIndex((entry) => entry.priority === priority);
      if (index < 0) break;
      const [next] = waiting.splice(index, 1);
      occupy(priority);
      next?.start();
    }
  }
}
