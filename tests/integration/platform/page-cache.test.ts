import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ExpiryChannel } from "@/lib/platform/page-cache/expiry-channel.mjs";
import PageCacheHandler from "@/lib/platform/page-cache/handler.mjs";

const connectionString = String(process.env.DATABASE_URL);

const open: ExpiryChannel[] = [];
afterEach(async () => {
  for (const channel of open.splice(0)) await channel.close();
});

/** An instance that notes what it is told. */
async function instance(address = connectionString) {
  const told: string[] = [];
  const events = { missed: 0, errors: 0 };
  const channel = new ExpiryChannel({
    connectionString: address,
    onExpired: (tags) => told.push(...tags),
    onMissed: () => {
      events.missed += 1;
    },
    onError: () => {
      events.errors += 1;
    },
  });
  open.push(channel);
  channel.start();
  return { channel, told, events };
}

const listening = (one: Awaited<ReturnType<typeof instance>>) =>
  vi.waitFor(() => expect(one.events.missed).toBeGreaterThan(0), { timeout: 10_000, interval: 10 });

describe("what one instance expires", () => {
  it("is known to the others when the write is answered, and not said to itself", async () => {
    const [writer, reader] = [await instance(), await instance()];
    await listening(writer);
    await listening(reader);
    await writer.channel.publish(["story:1", "feed"]);
    await vi.waitFor(() => expect(reader.told).toEqual(["story:1", "feed"]), {
      timeout: 10_000,
      interval: 5,
    });
    expect(writer.told).toEqual([]);
  });

  it("may be more than one message holds", async () => {
    const [writer, reader] = [await instance(), await instance()];
    await listening(writer);
    await listening(reader);
    const many = Array.from({ length: 1_000 }, (_, index) => `author:Änne "the ${index}th"`);
    await writer.channel.publish(many);
    await vi.waitFor(() => expect(reader.told.toSorted()).toEqual(many.toSorted()), {
      timeout: 10_000,
    });
  });

  it("is said after an outage, and whoever may have missed something trusts no page", async () => {
    const [writer, reader] = [await instance(), await instance()];
    await listening(writer);
    await listening(reader);
    const killer = new Client({ connectionString });
    await killer.connect();
    await killer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'inkwright-pages' AND datname = current_database()`,
    );
    await killer.end();
    await sleep(50);
    const before = performance.now();
    await writer.channel.publish(["story:2"]);
    expect(performance.now() - before).toBeLessThan(4_000);
    await vi.waitFor(() => expect(reader.events.missed).toBeGreaterThanOrEqual(2), {
      timeout: 10_000,
    });
    await vi.waitFor(() => expect(writer.events.missed).toBeGreaterThanOrEqual(2), {
      timeout: 10_000,
    });
    // Said before or after the reader came back: then it trusts nothing from before.
    await writer.channel.publish(["story:3"]);
    await vi.waitFor(() => expect(reader.told).toContain("story:3"), { timeout: 10_000 });
  });

  it("keeps no write waiting where there is no database", async () => {
    const lonely = await instance("postgresql://nobody@127.0.0.1:9/nothing");
    const before = performance.now();
    await lonely.channel.publish(["story:4"]);
    expect(performance.now() - before).toBeLessThan(2_500);
    expect(lonely.events.errors).toBeGreaterThan(0);
  });

  it("is not disturbed by what others say on the channel", async () => {
    const reader = await instance();
    await listening(reader);
    const stranger = new Client({ connectionString });
    await stranger.connect();
    for (const words of ["", "{", "null", '{"tags":"x"}', '{"from":1,"tags":[1,{}]}']) {
      await stranger.query("SELECT pg_notify('inkwright_pages', $1)", [words]);
    }
    await stranger.end();
    await vi.waitFor(() => expect(reader.told).toEqual(["1", "[object Object]"]), {
      timeout: 10_000,
    });
  });
});

describe("a page in memory", () => {
  // Connected: what comes then was missed by nobody.
  beforeAll(() => handler().revalidateTag("nothing"));
  const handler = () =>
    new PageCacheHandler({
      fs: { existsSync: () => false, readFile: () => Promise.reject(new Error("no files here")) },
      flushToDisk: false,
      serverDistDir: "/nowhere",
      revalidatedTags: [],
      maxMemoryCacheSize: 1_000_000,
    });
  const page = (tags: string, html: string) => ({
    kind: "APP_PAGE",
    html,
    rscData: Buffer.from(html),
    headers: { "x-next-cache-tags": tags },
    status: 200,
  });
  const context = { kind: "APP_PAGE" };

  it("is kept until its tag expires", async () => {
    const cache = handler();
    expect(await cache.get("/kept", context)).toBeNull();
    await cache.set("/kept", page("_N_T_/layout,story:a", "one"), context);
    expect(await cache.get("/kept", context)).not.toBeNull();
    await sleep(2);
    await cache.revalidateTag(["story:b"], { expire: 0 });
    expect(await cache.get("/kept", context)).not.toBeNull();
    await cache.revalidateTag("story:a", { expire: 0 });
    expect(await cache.get("/kept", context)).toBeNull();
  });

  it("is made anew when a write came while it was made", async () => {
    const cache = handler();
    expect(await cache.get("/raced", context)).toBeNull();
    // What it shows was read by now; then somebody writes.
    await cache.revalidateTag(["story:c"], { expire: 0 });
    await cache.set("/raced", page("story:c", "from before the write"), context);
    // What begins within a millisecond of the write counts as before it.
    await sleep(3);
    expect(await cache.get("/raced", context)).toBeNull();
    await sleep(2);
    await cache.set("/raced", page("story:c", "from after it"), context);
    expect(await cache.get("/raced", context)).toMatchObject({ value: { html: "from after it" } });
  });

  it("is made anew too where it is served once more while that happens", async () => {
    const cache = handler();
    await cache.set("/due", page("story:d", "old"), {
      ...context,
      cacheControl: { revalidate: 0.001 },
    } as object);
    await sleep(5);
    expect(await cache.get("/due", context)).not.toBeNull();
    await cache.revalidateTag(["story:d"], { expire: 0 });
    await cache.set("/due", page("story:d", "from before the write"), context);
    expect(await cache.get("/due", context)).toBeNull();
  });

  it("is answered before Next is asked, until it expires or is due", async () => {
    const cache = handler();
    let asked = 0;
    // Like Next: from the cache, or made and kept.
    const server = createServer(async (_, response) => {
      asked += 1;
      let found = await cache.get("/front", context);
      const state = found ? "HIT" : "MISS";
      if (!found) {
        const cacheControl = { revalidate: asked > 4 ? 0.02 : 3600 };
        await cache.set("/front", page("story:f", `“${asked}”`), {
          ...context,
          cacheControl,
        } as object);
        found = await cache.get("/front", context);
      }
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.setHeader("x-nextjs-cache", state);
      response.end((found as unknown as { value: { html: string } }).value.html);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const read = async () => {
      const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/front`);
      // The server notes what it answered once that has left it.
      await sleep(5);
      return reply.text();
    };
    const seen = [await read(), await read(), await read(), await read()];
    expect({ asked, seen }).toEqual({ asked: 2, seen: ["“1”", "“1”", "“1”", "“1”"] });
    await cache.revalidateTag(["story:f"], { expire: 0 });
    expect([await read(), await read(), await read()]).toEqual(["“3”", "“3”", "“3”"]);
    expect(asked).toBe(4);
    // Another instance says so.
    await cache.expire(["story:f"]);
    expect([await read(), await read()]).toEqual(["“5”", "“5”"]);
    await sleep(30);
    await read();
    expect(asked).toBeGreaterThan(6);
    server.close();
  });
});
