import "server-only";
import { existsSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "./log";
import { isServerless } from "./serverless";

interface ThreadOptions {
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

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  late: NodeJS.Timeout | undefined;
}

const pathOf = (file: string) => path.resolve(/* turbopackIgnore: true */ file);

/**
 * Whether work can go to a thread of its own. A host that ends processes between requests gains
 * nothing by one: there the work is done in place.
 */
export const hasThreads = (file: string): boolean => !isServerless() && existsSync(pathOf(file));

// Next may bundle this module more than once; the memory is there once.
const holder = globalThis as { inkwrightTurns?: Map<string, Promise<unknown>> };
holder.inkwrightTurns ??= new Map();
const turns = holder.inkwrightTurns;

/** Works of one name one after the other: each takes some hundred megabytes for a moment. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work);
  turns.set(
    name,
    turn.catch(() => {}),
  );
  return turn;
}

/** A thread for work that must not hold up the one that serves: tasks by name, answered in any order. */
export class Thread {
  readonly worker: Worker;
  hasEnded = false;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor({ name, file, heapMegabytes }: ThreadOptions) {
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
      for (const id of this.waiting.keys()) this.settle(id)?.reject(threadEnded());
    });
  }

  /** How many tasks are not answered yet. */
  get open(): number {
    return this.waiting.size;
  }

  /** @throws Error with name and message of what the task threw, or ThreadEnded */
  run<T>(task: string, args: unknown[], { transfer = [], deadline }: RunOptions = {}): Promise<T> {
    if (this.hasEnded) return Promise.reject(threadEnded());
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      this.worker.postMessage({ id, task, args }, transfer);
      const late = deadline === undefined ? undefined : setTimeout(() => this.giveUp(id), deadline);
      this.waiting.set(id, { resolve, reject, late });
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
  private giveUp(id: number): void {
    this.settle(id)?.reject(threadEnded());
    this.end();
  }

  private settle(id: number): Waiting | undefined {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(asked?.late);
    if (this.waiting.size === 0) this.worker.unref();
    return asked;
  }
}

const threadEnded = () =>
  Object.assign(new Error("the thread ended: late, out of memory, or with the server"), {
    name: "ThreadEnded",
  });
