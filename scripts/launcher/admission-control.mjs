import { isApiRequest, sendErrorResponse } from "./error-responses.mjs";

/** Milliseconds that a request waits for its turn. */
const maxWaitMs = 1_000;
/**
 * Milliseconds that a request waits if others were rejected recently: a longer wait does not help
 * then.
 */
const overloadedMaxWaitMs = 20;
/**
 * Milliseconds after which an admitted request counts as idle: it waits for a provider or the
 * database.
 */
const maxWorkMs = 250;
/** Milliseconds between two measurements of the event loop. */
const interval = 50;
/** Utilisation from which the event loop counts as busy. */
const busyUtilization = 0.85;
/** Minimum of concurrent requests: with fewer the processor would wait for the database. */
const minConcurrency = 4;
/** Maximum of waiting requests; beyond it, the oldest is rejected immediately. */
const maxQueueLength = 2_000;

/** Utilisation of the event loop since the last call, from 0 to 1. */
function eventLoop() {
  // Bound now: the fake clock of tests replaces `performance` and has no such method.
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
 * Admission control: limits concurrent requests. The limit grows as long as the event loop is not
 * busy, and shrinks while it is. Other requests wait, newest first: under overload some requests
 * then get an answer at full speed, instead of all of them too late (Maurer, "Fail at Scale", ACM
 * Queue 13(8), 2015). A request that has waited for a second is refused.
 */
export class Admission {
  #atWork = 0;
  #limit = minConcurrency;
  /** Interactive requests, then background work; the newest is last. */
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
   * Waits until a request is admitted.
   * @param {{ isBackground: boolean }} what background work is never refused: its engine would
   * count a refusal as a failed attempt
   * @returns {Promise<boolean>} whether it is admitted; an admitted request calls `leave` at its
   * end
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

  /** Runs at intervals: adjusts the limit to the event loop's utilisation. */
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

/** Health checks of orchestrators always get an answer, and build files cost nothing. */
const atOnce = /^\/(api\/(health|ready)|_next\/static\/)/;
/** Steps of jobs: they mostly wait for providers. */
const background = /^\/api\/inngest/;
/** Responses without an end. */
const stream = /^\/api\/stories\/[^/]+\/live/;

/**
 * Runs the work of a request once it is admitted, or answers 503.
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

/** @param {number} seconds Retry-After; varies, so that clients do not retry all at once */
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
