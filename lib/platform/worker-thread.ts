import "server-only";
import { existsSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "./log";
import { isServerless } from "./serverless";

interface WorkerThreadOptions {
  name: string;
  /** Module that calls `serveTasks`, from the root of the project. Loaded as it is, not bundled. */
  file: string;
  /** Megabytes of JavaScript values that it may hold; one that needs more is ended. */
  heapMegabytes?: number;
}

interface RunOptions {
  /** Memory that is handed over: it is empty here afterwards. */
  transfer?: ArrayBuffer[];
  /** In milliseconds. A thread that takes longer is ended with all that it works on. */
  deadline?: number;
}

interface PendingTask {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

const pathOf = (file: string) => path.resolve(/* turbopackIgnore: true */ file);

/**
 * Whether work can go to a thread of its own. A host that ends processes between requests gains
 * nothing by one: there the work is done in place.
 */
export const canUseWorkerThread = (file: string): boolean =>
  !isServerless() && existsSync(pathOf(file));

// Next may bundle this module more than once; the memory is there once.
const holder = globalThis as { inkwrightTurns?: Map<string, Promise<unknown>> };
holder.inkwrightTurns ??= new Map();
const queues = holder.inkwrightTurns;

/** Works of one name one after the other: each takes some hundred megabytes for a moment. */
export function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(
    name,
    turn.catch(() => {}),
  );
  return turn;
}

/** A thread for work that must not hold up the one that serves: tasks by name, answered in any order. */
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

  /** How many tasks are not answered yet. */
  get open(): number {
    return this.pending.size;
  }

  /** @throws Error with name and message of what the task threw, or ThreadEnded */
  run<T>(task: string, args: unknown[], { transfer = [], deadline }: RunOptions = {}): Promise<T> {
    if (this.hasEnded) return Promise.reject(threadEndedError());
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      this.worker.postMessage({ id, task, args }, transfer);
      const timer =
        deadline === undefined ? undefined : setTimeout(() => this.timeOut(id), deadline);
      this.pending.set(id, { resolve, reject, timer });
      // The process waits for the task, and for nothing else of the thread.
      this.worker.ref();
    });
  }

  /** Ends it, with all that it works on. */
  end(): void {
    this.hasEnded = true;
    void this.worker.terminate();
  }

  /** Answers at once: the thread itself ends with the next thing it does in JavaScript. */
  private timeOut(id: number): void {
    this.settle(id)?.reject(threadEndedError());
    this.end();
  }

  private settle(id: number): PendingTask | undefined {
    const asked = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(asked?.timer);
    if (this.pending.size === 0) this.worker.unref();
    return asked;
  }
}

const threadEndedError = () =>
  Object.assign(new Error("the thread ended: late, out of memory, or with the server"), {
    name: "ThreadEnded",
  });
