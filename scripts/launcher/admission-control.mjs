import { isApiRequest, sendErrorResponse } from "./error-responses.mjs";

/** Milliseconds that a request waits for its turn. */
const maxWaitMs = 1_000;
/** The same while others were refused a moment ago: waiting no longer helps anybody. */
const overloadedMaxWaitMs = 20;
/** Milliseconds after which a request that is at work takes no time of ours: it waits for something. */
const maxWorkMs = 250;
/** Milliseconds between two looks at the event loop. */
const interval = 50;
/** Share of the time in which the event loop works, from which on it counts as busy. */
const busyUtilization = 0.85;
/** Requests that are always worked on at once: with fewer the processor waits for the database. */
const minConcurrency = 4;
/** Requests that wait at most; then the oldest is refused at once. */
const maxQueueLength = 2_000;

/** Share of the time since it was asked last in which the event loop worked. */
function eventLoop() {
  // A test's clock has none of its own.
  const look = performance.eventLoopUtilization.bind(performance);
  let last = look();
  return () => {
    const now = look();
    const { utilization } = look(now, last);
    last = now;
    return utilization;
  };
}

/**
 * Admission control: how many requests are worked on at once. The number grows as long as the event
 * loop is not busy, and shrinks while it is. The rest waits, and the newest goes first: with more
 * requests than can be answered, some are then answered as soon as ever, instead of all of them too late
 * (Maurer, "Fail at Scale", ACM Queue 13(8), 2015). What has waited for a second is refused.
 */
export class Admission {
  #atWork = 0;
  #limit = minConcurrency;
  /** What people wait for, and work in the background, which comes after it; the newest is last. */
  #queues = /** @type {Waiting[][]} */ ([[], []]);
  #refusedAt = Number.NEGATIVE_INFINITY;
  #utilization;
  #timer;

  /** @param {() => number} [utilization] */
  constructor(utilization = eventLoop()) {
    this.#utilization = utilization;
    this.#timer = setInterval(() => this.look(), interval).unref();
  }

  /**
   * Waits until a request may be worked on.
   * @param {{ isBackground: boolean }} what work in the background is never refused: its engine would
   *   count that as an attempt that failed
   * @returns {Promise<boolean>} whether it may; who may calls `leave` in the end
   */
  enter({ isBackground }) {
    if (this.#hasRoom()) {
      this.#atWork += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const queue = this.#queues[isBackground ? 1 : 0];
      const settle = (/** @type {boolean} */ mayWork) => {
        clearTimeout(timer);
        if (mayWork) this.#atWork += 1;
        resolve(mayWork);
      };
      const waiting = { settle };
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1);
        if (!isBackground) this.#refusedAt = performance.now();
        settle(isBackground);
      };
      const isLasting = performance.now() - this.#refusedAt < maxWaitMs;
      const timer = setTimeout(
        giveUp,
        isLasting && !isBackground ? overloadedMaxWaitMs : maxWaitMs,
      );
      queue.push(waiting);
      if (queue.length > maxQueueLength) queue.shift()?.settle(isBackground);
    });
  }

  leave() {
    this.#atWork -= 1;
    this.#drain();
  }

  /** Called regularly: what the event loop carries decides how much is worked on at once. */
  look() {
    if (this.#utilization() >= busyUtilization)
      this.#limit = Math.max(minConcurrency, Math.floor(this.#limit * 0.8));
    else if (this.#atWork >= this.#limit) this.#limit = Math.ceil(this.#limit * 1.25);
    this.#drain();
  }

  end() {
    clearInterval(this.#timer);
  }

  #hasRoom() {
    return this.#atWork < this.#limit;
  }

  #drain() {
    while (this.#hasRoom()) {
      const waiting = this.#queues[0].pop() ?? this.#queues[1].pop();
      if (!waiting) return;
      waiting.settle(true);
    }
  }
}

/** @typedef {{ settle: (mayWork: boolean) => void }} Waiting */

const site = new Admission();

/** What an orchestrator asks must be answered above all, and a file of the build costs nothing. */
const atOnce = /^\/(api\/(health|ready)|_next\/static\/)/;
/** Steps of jobs: they wait for providers most of the time. */
const background = /^\/api\/inngest/;
/** Answers that never end. */
const stream = /^\/api\/stories\/[^/]+\/live/;

/**
 * Works on a request when there is room for it, or refuses it with 503.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {() => unknown} work
 */
export async function admit(request, response, work) {
  const path = request.url ?? "/";
  if (atOnce.test(path)) return work();
  const isBackground = background.test(path);
  if (!(await site.enter({ isBackground }))) return refuse(request, response);
  let isOver = false;
  const leave = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    site.leave();
  };
  const timer = setTimeout(leave, maxWorkMs);
  response.once("close", leave);
  if (isBackground || stream.test(path)) leave();
  return work();
}

/** @param {number} seconds until it asks again: not all at once */
const page = (seconds) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${seconds}"><title>Inkwright is busy</title><body style="font:1.125rem/1.5 system-ui,sans-serif;color-scheme:light dark;max-width:32rem;margin:20vh auto;padding:0 1.5rem"><h1>Inkwright is busy</h1><p>More people are here than can be served at once. This page tries again by itself in a few seconds.</p></body></html>`;

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function refuse(request, response) {
  const headers = { "retry-after": "3", "cache-control": "private, no-store" };
  if (isApiRequest(request)) return sendErrorResponse(request, response, 503, headers);
  response.writeHead(503, { ...headers, "content-type": "text/html; charset=utf-8" });
  response.end(page(4 + Math.round(Math.random() * 6)));
}
