import "server-only";
import { existsSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "../log";
import { isServerless } from "../serverless";

interface WorkerThreadOptions {
  name: string;
  /** Module that calls `serveTasks`, relative to the project's root; loaded unbundled. */
  file: string;
  /** Limit of the JavaScript heap in megabytes; a thread that exceeds it is terminated. */
  heapMegabytes?: number;
}

interface RunOptions {
  /** Buffers to transfer, which empties them on this side. */
  transfer?: ArrayBuffer[];
  /** Milliseconds. A thread that takes longer is terminated with all its tasks. */
  deadline?: number;
}

interface PendingTask {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

const pathOf = (file: string) => path.resolve(/* turbopackIgnore: true */ file);

/**
 * Whether work may run in a worker thread. On a serverless host a thread gains nothing, so work
 * runs in the server's thread.
 */
export const canUseWorkerThread = (file: string): boolean =>
  !isServerless() && existsSync(pathOf(file));

// Next may bundle this module more than once; the queues are per process.
const holder = globalThis as { inkwrightTurns?: Map<string, Promise<unknown>> };
holder.inkwrightTurns ??= new Map();
const queues = holder.inkwrightTurns;

/** Runs work of the same name sequentially, because each takes some hundred megabytes. */
export function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(
    name,
    turn.catch(() => {}),
  );
  return turn;
}

/**
 * A worker thread for work that would block the server's thread: named tasks, answered in any
 * order.
 */
export class WorkerThread {
  readonly worker: Worker;
  hasEnded = false;
  private lastId = 0;
  private readonly pending = new Map<number, PendingTask>();

  constructor({ name, file, heapMegabytes }: WorkerThreadOptions) {
    this.worker = new Worker(pathOf(file), {
      name,
      execArgv: [],
      ...(heapMegabytes && {
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 },
      }),
    });
    this.worker.unref();
    this.worker.on("message", ({ id, result, error }) => {
      if (error) this.settle(id)?.reject(Object.assign(new Error(error.message), error));
      else this.settle(id)?.resolve(result as never);
    });
    this.worker.on("error", (err) => log.error({ err }, `the thread '${name}' failed`));
    this.worker.on("exit", () => {
      this.hasEnded = true;
      for (const id of this.pending.keys()) this.settle(id)?.reject(threadEndedError());
    });
  }

  /** Number of pending tasks. */
  get open(): number {
    return this.pending.size;
  }

  /** Runs a task. @throws Error with the name and message of the task's error, or ThreadEnded */
  run<T>(task: string, args: unknown[], { transfer = [], deadline }: RunOptions = {}): Promise<T> {
    if (this.hasEnded) return Promise.reject(threadEndedError());
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      this.worker.postMessage({ id, task, args }, transfer);
      const timer =
        deadline === undefined ? undefined : setTimeout(() => this.timeOut(id), deadline);
      this.pending.set(id, { resolve, reject, timer });
      // Only a pending task keeps the process alive.
      this.worker.ref();
    });
  }

  /** Terminates the thread with all its tasks. */
  end(): void {
    this.hasEnded = true;
    void this.worker.terminate();
  }

  /** Rejects at once; terminating the thread may take longer. */
  private timeOut(id: number): void {
    this.settle(id)?.reject(threadEndedError());
    this.end();
  }

  private settle(id: number): PendingTask | undefined {
    const task = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(task?.timer);
    if (this.pending.size === 0) this.worker.unref();
    return task;
  }
}

const threadEndedError = () =>
  Object.assign(new Error("the thread ended: late, out of memory, or with the server"), {
    name: "ThreadEnded",
  });
