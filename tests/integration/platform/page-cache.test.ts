import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import PageCache from "@/lib/platform/cache/handler.mjs";
import { dropConnections, instance, listening } from "./support";

const cache = new PageCache();
const context = { kind: "APP_PAGE" };

/** Of Next, with its tags in one text. */
const page = (tags: string, html: string) => ({
  kind: "APP_PAGE",
  html,
  rscData: Buffer.from(html),
  headers: { "x-next-cache-tags": tags },
  status: 200,
});

/** As Next does: looks, renders where nothing is there, and keeps what it has rendered. */
async function render(key: string, tags: string, html: string, cacheControl?: object) {
  await cache.get(key, context);
  await cache.set(key, page(tags, html), { ...context, cacheControl });
}

const isKept = async (key: string) => (await cache.get(key, context)) !== null;

/** A page rendered before this instance listened is not trusted. */
beforeAll(() =>
  vi.waitFor(
    async () => {
      await render("/heard", "story:heard", "heard");
      const other = instance();
      await listening(other);
      await other.publish(["story:heard"]);
      await sleep(50);
      expect(await isKept("/heard")).toBe(false);
    },
    { timeout: 25_000, interval: 20 },
  ),
);

describe("a page in memory", () => {
  it("is kept until its tag expires", async () => {
    expect(await isKept("/kept")).toBe(false);
    await render("/kept", "_N_T_/layout,story:a", "one");
    expect(await cache.get("/kept", context)).toMatchObject({ value: { html: "one" } });
    await cache.revalidateTag(["story:b"]);
    expect(await isKept("/kept")).toBe(true);
    await cache.revalidateTag("story:a");
    expect(await isKept("/kept")).toBe(false);
  });

  it("is separate from its data, which has its own tags and those of its path", async () => {
    const data = { kind: "FETCH", data: { body: "{}" }, revalidate: 300 };
    const asked = { kind: "FETCH", tags: ["story:e"], softTags: ["_N_T_/e"] };
    for (const tag of ["story:e", "_N_T_/e"]) {
      expect(await cache.get("data", asked)).toBeNull();
      await cache.set("data", data, { tags: ["story:e"] });
      expect(await cache.get("data", asked)).toMatchObject({ value: data });
      await cache.revalidateTag(tag);
    }
    expect(await cache.get("data", asked)).toBeNull();
  });

  it("is rendered again when a write came during its rendering", async () => {
    expect(await isKept("/raced")).toBe(false);
    // The page has read its rows by now; then an author writes.
    await cache.revalidateTag(["story:c"]);
    await cache.set("/raced", page("story:c", "from before the write"), context);
    expect(await isKept("/raced")).toBe(false);
    await cache.set("/raced", page("story:c", "from after it"), context);
    expect(await cache.get("/raced", context)).toMatchObject({ value: { html: "from after it" } });
  });

  it("is not kept where several renderings overlap, and one began after the write", async () => {
    expect(await isKept("/several")).toBe(false);
    expect(await isKept("/several")).toBe(false);
    await cache.set("/several", page("story:s", "one"), context);
    await cache.revalidateTag(["story:s"]);
    expect(await isKept("/several")).toBe(false);
    await cache.set("/several", page("story:s", "two, from before"), context);
    expect(await isKept("/several")).toBe(false);
  });

  it("is not kept where the time of its rendering is unknown", async () => {
    await cache.set("/unknown", page("story:u", "some time"), context);
    expect(await isKept("/unknown")).toBe(false);
  });

  it("is rendered again even if it is served in the meantime", async () => {
    await render("/due", "story:d", "old", { revalidate: 0.001 });
    await sleep(5);
    expect(await isKept("/due")).toBe(true);
    await cache.revalidateTag(["story:d"]);
    await cache.set("/due", page("story:d", "from before the write"), context);
    expect(await isKept("/due")).toBe(false);
  });

  it("is as old as the start of its rendering", async () => {
    const before = Date.now();
    expect(await isKept("/aged")).toBe(false);
    const after = Date.now();
    await sleep(20);
    await cache.set("/aged", page("story:g", "one"), context);
    const age = (await cache.get("/aged", context))?.lastModified ?? 0;
    expect(age).toBeGreaterThanOrEqual(before);
    expect(age).toBeLessThanOrEqual(after);
  });

  it("evicts the least recently used pages", async () => {
    const megabyte = "x".repeat(1024 * 1024);
    await render("/wanted", "story:w", "wanted");
    await render("/forgotten", "story:w", "forgotten");
    for (let number = 0; number < 70; number += 1) {
      await render(`/large/${number}`, "story:w", megabyte);
      expect(await isKept("/wanted")).toBe(true);
    }
    expect(await isKept("/forgotten")).toBe(false);
    expect(await isKept("/large/69")).toBe(true);
  });

  it("expires with another instance's message, and sends its own", async () => {
    const far = instance();
    await listening(far);
    await render("/ours", "story:ours", "one");
    await far.publish(["story:elsewhere"]);
    await render("/theirs", "story:theirs", "one");
    await far.publish(["story:theirs"]);
    await vi.waitFor(async () => expect(await isKept("/theirs")).toBe(false), { timeout: 1_000 });
    expect(await isKept("/ours")).toBe(true);
    await cache.revalidateTag(["story:ours", "feed"]);
    expect(await isKept("/ours")).toBe(false);
    await vi.waitFor(() => expect(far.told).toEqual(["story:ours", "feed"]), { timeout: 1_000 });
  });

  it("is not trusted where the connection was lost meanwhile", async () => {
    await render("/missed", "story:m", "one");
    expect(await isKept("/missed")).toBe(true);
    await dropConnections();
    await vi.waitFor(async () => expect(await isKept("/missed")).toBe(false), {
      timeout: 10_000,
      interval: 50,
    });
    await vi.waitFor(
      async () => {
        await render("/missed", "story:m", "two");
        expect(await isKept("/missed")).toBe(true);
      },
      { timeout: 10_000, interval: 50 },
    );
  });
});
