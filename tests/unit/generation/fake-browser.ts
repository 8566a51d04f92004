/** As much of a browser as tabs need that share a stream. */

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    FakeEventSource.all.push(this);
  }
  close = () => {
    this.readyState = 2;
  };
  say = (name: string) => {
    if (this.readyState !== 2) this.dispatchEvent(new Event(name));
  };
  /** The server refuses. */
  refuse = () => {
    this.readyState = 2;
    this.dispatchEvent(new Event("error"));
  };
}
/** Locks of one browser: a queue for each name, and taking over. */
export class FakeLocks {
  private readonly holders = new Map<string, { reject: (error: Error) => void }>();
  private readonly queues = new Map<string, (() => void)[]>();

  request(name: string, options: LockOptions, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const grant = () => {
        const holder = { reject };
        this.holders.set(name, holder);
        const release = () => {
          if (this.holders.get(name) !== holder) return;
          this.holders.delete(name);
          this.queues.get(name)?.shift()?.();
        };
        void Promise.resolve(work()).then(() => {
          release();
          resolve();
        });
      };
      if (options.steal) {
        this.holders.get(name)?.reject(new DOMException("stolen", "AbortError"));
        return grant();
      }
      const queue = this.queues.get(name) ?? [];
      this.queues.set(name, queue);
      options.signal?.addEventListener("abort", () => {
        if (queue.includes(grant)) queue.splice(queue.indexOf(grant), 1);
        reject(new DOMException("aborted", "AbortError"));
      });
      if (this.holders.has(name)) queue.push(grant);
      else queueMicrotask(grant);
    });
  }
}

export class FakeChannel extends EventTarget {
  static all = new Set<FakeChannel>();
  asleep = false;
  private readonly late: string[] = [];
  constructor(readonly name: string) {
    super();
    FakeChannel.all.add(this);
  }
  postMessage(data: string) {
    if (!FakeChannel.all.has(this)) throw new Error("closed");
    for (const other of FakeChannel.all) {
      if (other !== this && other.name === this.name) queueMicrotask(() => other.hear(data));
    }
  }
  hear(data: string) {
    if (this.asleep) this.late.push(data);
    else if (FakeChannel.all.has(this)) this.dispatchEvent(new MessageEvent("message", { data }));
  }
  wake() {
    this.asleep = false;
    for (const data of this.late.splice(0)) this.hear(data);
  }
  close() {
    FakeChannel.all.delete(this);
  }
}

export class FakePage extends EventTarget {
  visibilityState = "visible";
  say = (name: string) => this.dispatchEvent(new Event(name));
  hide() {
    this.visibilityState = "hidden";
    this.say("visibilitychange");
  }
  show() {
    this.visibilityState = "visible";
    this.say("visibilitychange");
  }
}
