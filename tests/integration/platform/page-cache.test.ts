import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { ExpiryChannel } from "@/lib/platform/page-cache/expiry-channel.mjs";
import PageCacheHandler from "@/lib/platform/page-cache/handler.mjs";
import { expirePages } from "@/lib/platform/page-cache/index";

const connectionString = String(process.env.DATABASE_URL);

const open: ExpiryChannel[] = [];
afterEach(async () => {
  for (const channel of open.splice(0)) await channel.close();
});

/** An instance that notes what it is told, after it has thought about it for some milliseconds. */
async function instance(address = connectionString, thinking = 0) {
  const told: string[] = [];
  const events = { missed: 0, errors: 0 };
  const channel = new ExpiryChannel({
    connectionString: address,
    async onExpired(tags) {
      if (thinking > 0) await sleep(thinking);
      told.push(...tags);
    },
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
  it("is known to all others when the write is answered, and not said to itself", async () => {
    const [writer, quick, slow] = [
      await instance(),
      await instance(),
      await instance(connectionString, 60),
    ];
    for (const one of [writer, quick, slow]) await listening(one);
    await writer.channel.publish(["story:1", "feed"]);
    expect([quick.told, slow.told]).toEqual([
      ["story:1", "feed"],
      ["story:1", "feed"],
    ]);
    expect(writer.told).toEqual([]);
    // Writes that come while others are waited for.
    await Promise.all([1, 2, 3].map((number) => quick.channel.publish([`story:q${number}`])));
    expect(slow.told).toEqual(["story:1", "feed", "story:q1", "story:q2", "story:q3"]);
    await Promise.all([
      quick.channel.publish(["story:both"]).then(() => expect(writer.told).toContain("story:both")),
      writer.channel.publish(["story:too"]).then(() => expect(quick.told).toContain("story:too")),
    ]);
  });

  it("is waited for half a second where an instance sleeps, once until it is heard again", async () => {
    const writer = await instance();
    await listening(writer);
    const publish = async () => {
      const before = performance.now();
      await writer.channel.publish(["story:5"]);
      return performance.now() - before;
    };
    const id = randomUUID();
    const sleeper = new Client({ connectionString, application_name: `inkwright-pages ${id}` });
    await sleeper.connect();
    const first = await publish();
    expect(first).toBeGreaterThan(450);
    expect(first).toBeLessThan(1_500);
    expect(await publish()).toBeLessThan(400);
    await sleeper.query("SELECT pg_notify('inkwright_pages', $1)", [
      JSON.stringify({ from: id, tags: [] }),
    ]);
    await sleep(50);
    expect(await publish()).toBeGreaterThan(450);
    expect(await publish()).toBeLessThan(400);
    await sleeper.end();
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
       WHERE application_name LIKE 'inkwright-pages%' AND datname = current_database()`,
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
    const known = { from: randomUUID(), number: "x'; DROP TABLE story" };
    for (const words of [
      "",
      "{",
      "null",
      '{"tags":"x"}',
      '{"from":1,"tags":[1,{"toString":1},"story:strange"],"number":1}',
      JSON.stringify({ from: "x".repeat(100), tags: [], number: 1 }),
      JSON.stringify({ ...known, tags: [] }),
      JSON.stringify({ ...known, tags: [], number: 7 }),
    ]) {
      await stranger.query("SELECT pg_notify('inkwright_pages', $1)", [words]);
    }
    await stranger.end();
    await vi.waitFor(() => expect(reader.told).toEqual(["story:strange"]), {
      timeout: 10_000,
    });
    expect(reader.events).toEqual({ missed: 1, errors: 0 });
    const other = await instance();
    await listening(other);
    await reader.channel.publish(["story:7"]);
    expect(other.told).toEqual(["story:7"]);
  });
});

describe("a page in memory", () => {
  // Pages are kept once the others are heard, however long a busy machine takes to connect.
  beforeAll(() =>
    vi.waitFor(
      async () => {
        const cache = handler();
        await cache.set("/heard", page("story:heard", "heard"), context);
        expect(await cache.get("/heard", context)).not.toBeNull();
      },
      { timeout: 40_000, interval: 20 },
    ),
  );
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

  it("expires on a machine that has slept, whose two clocks differ since", async () => {
    const cache = handler();
    await cache.set("/slept", page("story:slept", "one"), context);
    const awake = performance.now.bind(performance);
    const slept = vi.spyOn(performance, "now").mockImplementation(() => awake() - 3_600_000);
    onTestFinished(() => slept.mockRestore());
    await sleep(2);
    await cache.revalidateTag("story:slept", { expire: 0 });
    expect(await cache.get("/slept", context)).toBeNull();
  });

  it("expires on all instances before a write of ours is answered", async () => {
    const cache = handler();
    const far = await instance(connectionString, 60);
    await listening(far);
    await cache.set("/ours", page("story:ours", "one"), context);
    await sleep(2);
    await expirePages(["story:ours", "story:ours", "feed"]);
    expect(await cache.get("/ours", context)).toBeNull();
    expect(far.told).toEqual(["story:ours", "feed"]);
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
    const server = createServer((_, response) => {
      answer(response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const read = async () => {
      const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${key}`);
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
});
