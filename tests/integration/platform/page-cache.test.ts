import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { expirePages } from "@/lib/platform/cache/index";
import { connectionString, context, handler, instance, keeping, listening, page } from "./support";

beforeAll(keeping);

describe("a page in memory", () => {
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
});
