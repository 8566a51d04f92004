import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { context, handler, keeping, page, serve } from "./support";

beforeAll(keeping);

describe("a page that a server has in memory", () => {
  it("is answered before Next is asked, until it expires or is due", async () => {
    const cache = handler();
    // A second try of this test finds nothing of the first.
    const key = `/front/${randomUUID()}`;
    let asked = 0;
    // Like Next: from the cache, or made, kept and answered as it was made.
    const answer = async (response: ServerResponse) => {
      asked += 1;
      const found = await cache.get(key, context);
      const made = `“${asked}”`;
      if (!found) {
        const cacheControl = { revalidate: asked > 4 ? 0.02 : 3600 };
        await cache.set(key, page("story:f", made), { ...context, cacheControl } as object);
      }
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.setHeader("x-nextjs-cache", found ? "HIT" : "MISS");
      response.end(found ? (found as unknown as { value: { html: string } }).value.html : made);
    };
    const base = await serve(answer);
    const read = async () => {
      const reply = await fetch(base + key);
      const text = await reply.text();
      // The server notes what it answered once that has left it.
      await sleep(5);
      return text;
    };
    const seen = [await read(), await read(), await read(), await read()];
    expect({ asked, seen }).toEqual({ asked: 2, seen: ["“1”", "“1”", "“1”", "“1”"] });
    await cache.revalidateTag(["story:f"], { expire: 0 });
    // What begins within a millisecond of a write counts as before it, and is not kept.
    await sleep(2);
    expect([await read(), await read(), await read()]).toEqual(["“3”", "“3”", "“3”"]);
    expect(asked).toBe(4);
    // Another instance says so.
    await cache.expire(["story:f"]);
    await sleep(2);
    expect([await read(), await read()]).toEqual(["“5”", "“5”"]);
    await sleep(30);
    await read();
    expect(asked).toBeGreaterThan(6);
  });

  it("is as old as the request that makes it, however often that keeps it", async () => {
    const cache = handler();
    const key = `/twice/${randomUUID()}`;
    const base = await serve(async (response) => {
      expect(await cache.get(key, context)).toBeNull();
      // Its data was read by now; then another instance writes.
      await cache.expire(["story:g"]);
      await sleep(5);
      for (const html of ["once", "twice"]) await cache.set(key, page("story:g", html), context);
      // Data within data is not looked for.
      await cache.set(`${key}/inner`, page("story:g", "inner"), context);
      response.end("made");
    });
    expect(await (await fetch(base + key)).text()).toBe("made");
    expect(await cache.get(key, context)).toBeNull();
    expect(await cache.get(`${key}/inner`, context)).toBeNull();
  });
});
