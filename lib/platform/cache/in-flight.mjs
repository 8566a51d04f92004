// Next renders a page once for all who ask for it at that time. Whoever asks after a write would
// join a render that began before it; here is known which those are, and when they have ended.
import { setImmediate } from "node:timers/promises";

/** Renders whose end is not seen are few (failed ones of readers who left); this only bounds them. */
const mostRenders = 10_000;
/** Longer than the database lets a query wait and run: nobody waits for a render of this age; ms. */
const renderTimeout = 20_000;
/** How long somebody waits whose page is not known, and who may be kept by the render of another. */
const anyTimeout = 2_000;

/** The renders of pages that have begun and not ended, one for each key of Next's cache. */
export class InFlightRenders {
  #renders = new Map();
  #writes = 0;

  /**
   * Notes that a page begins to be rendered. What is noted of the same page has ended, or failed:
   * Next has one render of it at a time.
   * @param isOutdated whether those who join would get something old; by default, after any write
   * @returns ends this render alone
   */
  begin(key, isOutdated) {
    this.end(key);
    if (this.#renders.size >= mostRenders) this.end(this.#renders.keys().next().value);
    const { promise: ended, resolve } = Promise.withResolvers();
    const writes = this.#writes;
    const render = {
      // Next compares in whole milliseconds, and keeps what is as old as the write.
      beganAt: Date.now() - 1,
      // The machine's clock may be set meanwhile.
      startedAt: performance.now(),
      isOutdated: isOutdated ?? (() => this.#writes !== writes),
      ended,
      resolve,
    };
    this.#renders.set(key, render);
    return () => {
      if (this.#renders.get(key) === render) this.end(key);
    };
  }

  /** When the render of a page began, ms since 1970; undefined where none is in flight. */
  beganAt(key) {
    return this.#renders.get(key)?.beganAt;
  }

  /** Notes that a page is kept. */
  end(key) {
    this.#renders.get(key)?.resolve();
    this.#renders.delete(key);
  }

  /** Notes that something may have changed on any page. */
  noteWrite() {
    this.#writes += 1;
  }

  /**
   * @param key of a page; without it, of any
   * @returns null where nobody can join an outdated render of it; or else a promise that resolves
   * when nobody can any more, or when nobody should wait any longer
   */
  outdated(key) {
    const outdated = [];
    for (const one of key === undefined ? this.#renders.keys() : [key]) {
      const render = this.#renders.get(one);
      if (!render) continue;
      if (isTimedOut(render)) this.end(one);
      else if (render.isOutdated()) outdated.push(render);
    }
    if (outdated.length === 0) return null;
    const left = Math.max(...outdated.map(timeLeft));
    return endOf(outdated, key === undefined ? Math.min(left, anyTimeout) : left);
  }
}

const timeLeft = ({ startedAt }) => startedAt + renderTimeout - performance.now();
const isTimedOut = (render) => timeLeft(render) <= 0;

async function endOf(renders, patience) {
  let timer;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([Promise.all(renders.map(({ ended }) => ended)), timeout]);
  clearTimeout(timer);
  // Next forgets that a render is in flight some microtasks after it has kept the page.
  await setImmediate();
}
