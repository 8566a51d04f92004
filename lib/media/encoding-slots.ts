import "server-only";
import { availableParallelism } from "node:os";
import { lowerWorkerPriority } from "./low-priority-workers";

type Priority = "shown" | "later";

/** One core stays free for requests. */
const maxConcurrent = Math.max(1, availableParallelism() - 1);

interface Slots {
  running: number;
  runningLater: number;
  waiting: { priority: Priority; start: () => void }[];
}

// Next may bundle this module more than once; the limit is per process.
const holder = globalThis as { inkwrightEncoding?: Slots };
holder.inkwrightEncoding ??= { running: 0, runningLater: 0, waiting: [] };
const slots = holder.inkwrightEncoding;

/**
 * Runs an encoding when a slot is free. Pictures that a user waits for (`shown`) go first; other
 * encodings run one at a time, so that they do not slow down pages.
 */
export async function withEncodingSlot<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
  if (!hasRoom(priority)) {
    await new Promise<void>((start) => slots.waiting.push({ priority, start }));
  } else {
    occupy(priority);
  }
  try {
    await lowerWorkerPriority();
    return await work();
  } finally {
    slots.running -= 1;
    if (priority === "later") slots.runningLater -= 1;
    startNext();
  }
}

const hasRoom = (priority: Priority) =>
  priority === "shown"
    ? slots.running < maxConcurrent
    : slots.running < maxConcurrent && slots.runningLater === 0;

function occupy(priority: Priority): void {
  slots.running += 1;
  if (priority === "later") slots.runningLater += 1;
}

function startNext(): void {
  for (const priority of ["shown", "later"] as const) {
    while (hasRoom(priority)) {
      const index = slots.waiting.findIndex((entry) => entry.priority === priority);
      if (index < 0) break;
      const [next] = slots.waiting.splice(index, 1);
      occupy(priority);
      next?.start();
    }
  }
}
