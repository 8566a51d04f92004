import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { context, handler, keeping, page, serve } from "./support";

beforeAll(keeping);

type Found = null | {
  lastModified: number;
  value: { html: string };
  cacheControl: { revalidate: number };
};
const prefetch = { headers: { rsc: "1", "next-router-prefetch": "1" } };
const isPrefetch = ({ headers }: IncomingMessage) => headers["next-router-prefetch"] === "1";

/**
 * One page as Next renders it: once for all who ask for it meanwhile, and beside the answer where it
 * is due; whoever joins gets what the first one gets.
 */
function nextLike(key: string, tag: string) {
  const cache = handler();
  const next = {
    /** What a render reads, and how it goes on once it has read it. */
    truth: "before",
    rendering: async () => {},
    renders: 0,
    /** Seconds for which a page holds. */
    holds: 3600,
    /** What goes before the page that says an error. */
    failing: async () => {},
    asked: 0,
  };
  const render = async () => {
    const seen = next.truth;
    next.renders += 1;
    await next.rendering();
    const cacheControl = { revalidate: next.holds };
    await cache.set(key, page(tag, seen), { ...context, cacheControl } as object);
    return seen;
  };
  let pending: Promise<string> | null = null;
  const get = (request: IncomingMessage) => {
    if (pending) return pending;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    pending = promise;
    const work = async () => {
      const found = (await cache.get(key, context)) as Found;
      if (found) resolve(found.value.html);
      const isDue = found && Date.now() - found.lastModified > found.cacheControl.revalidate * 1000;
      if (!found || (isDue && !isPrefetch(request))) resolve(await render());
    };
    work()
      .catch(reject)
      .finally(() => {
        pending = null;
      });
    return promise;
  };
  const answer = async (response: ServerResponse, request: IncomingMessage) => {
    next.asked += 1;
    try {
      response.end(await get(request));
    } catch (error) {
      await next.failing();
      response.writeHead(500);
      // Compression waits for somebody who has left.
      if (!response.destroyed) response.end((error as Error).message);
    }
  };
  return { cache, next, answer };
}

async function setting() {
  const path = `/rendered/${randomUUID()}`;
  const tag = `story:${randomUUID()}`;
  const { cache, next, answer } = nextLike(path, tag);
  const base = await serve(answer);
  const read = async (options?: RequestInit, address = path) =>
    (await fetch(base + address, options)).text();
  const write = async (truth: string) => {
    next.truth = truth;
    await cache.revalidateTag([tag], { expire: 0 });
  };
  /** Reads, and holds the render that this begins until it is let go. */
  const begin = async (options?: RequestInit, address?: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const before = next.renders;
    next.rendering = () => promise;
    const first = read(options, address);
    await vi.waitFor(() => expect(next.renders).toBe(before + 1));
    next.rendering = async () => {};
    return { first, letGo: resolve, fail: () => reject(new Error("The database is away")) };
  };
  return { next, read, write, begin, path, cache };
}

describe("a page that is being rendered while somebody writes", () => {
  it("is not what somebody gets who asks afterwards", async () => {
    const { next, read, write, begin, path } = await setting();
    const { first, letGo } = await begin();
    const joined = read();
    await vi.waitFor(() => expect(next.asked).toBe(2), { timeout: 5_000, interval: 5 });
    await write("after");
    const late = [read(), read(), read({}, `${path}?_rsc=1`)];
    await sleep(50);
    expect(next.renders).toBe(1);
    letGo();
    expect(await Promise.all([first, joined])).toEqual(["before", "before"]);
    expect(await Promise.all(late)).toEqual(["after", "after", "after"]);
    // Once for all of them.
    expect(next.renders).toBe(2);
  });

  it.each<[string, RequestInit, string?]>([
    ["by another address", {}, "/Rendered/%41?page=2"],
    ["with another method", { method: "PUT" }],
    ["with the cookie of a draft", { headers: { cookie: "__prerender_bypass=x" } }],
    ["as if to make it anew", { headers: { "x-prerender-revalidate": "x" } }],
    ["by its head alone", { method: "HEAD" }],
  ])("neither where it was asked for %s", async (_, options, address) => {
    const { read, write, begin } = await setting();
    const { first, letGo } = await begin(options, address);
    await write("after");
    const late = read();
    await sleep(30);
    letGo();
    await first;
    expect(await late).toBe("after");
    const { first: second, letGo: letSecondGo } = await write("then").then(() => begin());
    await write("later");
    const odd = read(options, address);
    await sleep(30);
    letSecondGo();
    expect(await second).toBe("then");
    if (options.method !== "HEAD") expect(await odd).toBe("later");
    expect(await read()).toBe("later");
  });

  it("is waited for by nobody where nothing was written, nor for another page", async () => {
    const { next, read, begin } = await setting();
    const other = await setting();
    expect(await other.read()).toBe("before");
    const { first, letGo } = await begin();
    const joined = read();
    await other.write("after");
    expect(await other.read()).toBe("after");
    letGo();
    expect([await first, await joined, next.renders]).toEqual(["before", "before", 1]);
  });

  it("is waited for no longer where rendering it fails, whether or not its reader is there", async () => {
    for (const leaves of [false, true]) {
      const { read, write, begin } = await setting();
      const leaving = new AbortController();
      const { first, fail } = await begin({ signal: leaving.signal });
      const ended = first.catch(() => "left");
      if (leaves) leaving.abort();
      await sleep(20);
      await write("after");
      const late = read();
      await sleep(20);
      const before = performance.now();
      fail();
      expect([await ended, await late]).toEqual([
        leaves ? "left" : "The database is away",
        "after",
      ]);
      expect(performance.now() - before).toBeLessThan(1_000);
    }
  });

  it("is waited for where one before it failed and is still being answered", async () => {
    const { next, read, write, begin } = await setting();
    const answering = Promise.withResolvers<void>();
    next.failing = () => answering.promise;
    const failed = await begin();
    failed.fail();
    await sleep(20);
    const { first, letGo } = await begin();
    answering.resolve();
    expect(await failed.first).toBe("The database is away");
    await write("after");
    const late = read();
    await sleep(30);
    letGo();
    expect([await first, await late]).toEqual(["before", "after"]);
  });

  it("is waited for two seconds by somebody whose page is not known", async () => {
    const { write, begin } = await setting();
    const other = await setting();
    const { first, letGo } = await begin();
    await write("after");
    const before = performance.now();
    expect(await other.read()).toBe("before");
    expect(performance.now() - before).toBeGreaterThan(1_900);
    expect(performance.now() - before).toBeLessThan(4_000);
    // Whose page is known waits for that alone.
    await other.write("after");
    const again = performance.now();
    expect(await other.read()).toBe("after");
    expect(performance.now() - again).toBeLessThan(1_000);
    letGo();
    await first;
  });

  it("is waited for where whoever asked has left", async () => {
    const { next, read, write, begin } = await setting();
    const leaving = new AbortController();
    const { first, letGo } = await begin({ signal: leaving.signal });
    leaving.abort();
    await expect(first).rejects.toThrow();
    await write("after");
    const late = read();
    await sleep(50);
    expect(next.renders).toBe(1);
    letGo();
    expect(await late).toBe("after");
  });

  it("is not rendered for somebody who has left before that", async () => {
    const { next, read, write, begin } = await setting();
    const { first, letGo } = await begin();
    await write("after");
    const leaving = new AbortController();
    const late = read({ signal: leaving.signal });
    await sleep(30);
    leaving.abort();
    await expect(late).rejects.toThrow();
    await sleep(30);
    letGo();
    expect(await first).toBe("before");
    await sleep(30);
    expect(next.renders).toBe(1);
    expect(await read()).toBe("after");
  });

  it("is waited for twenty seconds at the most", async () => {
    const { read, write, begin } = await setting();
    const { first, letGo } = await begin();
    await write("after");
    const awake = performance.now.bind(performance);
    const later = vi.spyOn(performance, "now").mockImplementation(() => awake() + 15_000);
    onTestFinished(() => later.mockRestore());
    const late = read();
    await sleep(100);
    letGo();
    expect(await late).toBe("after");
    await first;

    later.mockRestore();
    const second = await write("then").then(() => begin());
    await write("later");
    const longer = vi.spyOn(performance, "now").mockImplementation(() => awake() + 19_800);
    onTestFinished(() => longer.mockRestore());
    const patient = read();
    await sleep(400);
    // It joins: there is nothing better.
    second.letGo();
    expect(await Promise.all([second.first, patient])).toEqual(["then", "then"]);
    expect(await read()).toBe("later");
  });

  it("that is due is answered as it was, unless what was written is on it", async () => {
    const { next, read, write, begin, cache } = await setting();
    next.holds = 0.02;
    expect(await read()).toBe("before");
    await sleep(30);
    const { first, letGo } = await begin();
    expect(await first).toBe("before");
    await cache.revalidateTag(["story:elsewhere"], { expire: 0 });
    expect(await read()).toBe("before");
    await write("after");
    const late = read();
    await sleep(30);
    letGo();
    expect(await late).toBe("after");
  });

  it("that is due and fetched ahead is waited for by nobody: it is not rendered", async () => {
    const { next, read, write } = await setting();
    next.holds = 0.001;
    expect(await read()).toBe("before");
    await sleep(10);
    expect(await read(prefetch)).toBe("before");
    expect(next.renders).toBe(1);
    await write("after");
    const before = performance.now();
    expect(await read()).toBe("after");
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
