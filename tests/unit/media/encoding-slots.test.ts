import { describe, expect, it, vi } from "vitest";

const cores = vi.hoisted(() => ({ count: 4 }));
vi.mock("node:os", async (original) => ({
  ...(await original<typeof import("node:os")>()),
  availableParallelism: () => cores.count,
}));

/** A machine with so many cores. */
async function slotsOf(count: number) {
  cores.count = count;
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "inkwrightEncoding");
  return (await import("@/lib/media/encoding-slots")).withEncodingSlot;
}

/** Work that goes on until it is let go. */
function held(order: string[], name: string) {
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release,
    work: async () => {
      order.push(name);
      await done;
    },
  };
}

/** Waits until exactly these have begun, and a moment more, in which no other may. */
async function hasBegun(order: string[], expected: string[]) {
  await vi.waitFor(() => expect(order).toEqual(expected), { timeout: 5_000, interval: 5 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(order).toEqual(expected);
}

describe("withEncodingSlot", () => {
  it("runs one background encoding at a time, and leaves a core to readers", async () => {
    const places = 3;
    const withEncodingSlot = await slotsOf(places + 1);
    const order: string[] = [];
    const later = ["l1", "l2"].map((name) => held(order, name));
    const shown = Array.from({ length: places }, (_, index) => held(order, `s${index}`));
    const all = [
      ...later.map(({ work }) => withEncodingSlot("later", work)),
      ...shown.map(({ work }) => withEncodingSlot("shown", work)),
    ];
    const first = ["l1", ...Array.from({ length: places - 1 }, (_, i) => `s${i}`)];
    await hasBegun(order, first);
    // The background's slot goes to a request in the foreground.
    later[0]?.release();
    await hasBegun(order, [...first, `s${places - 1}`]);
    for (const { release } of [...shown, ...later]) release();
    await Promise.all(all);
    expect(order.at(-1)).toBe("l2");
  });

  it.each([1, 2])("runs one at a time with %s cores, the visible one first", async (count) => {
    const withEncodingSlot = await slotsOf(count);
    const order: string[] = [];
    const work = ["s1", "l1", "s2"].map((name) => held(order, name));
    const all = work.map(({ work }, index) =>
      withEncodingSlot(index === 1 ? "later" : "shown", work),
    );
    await hasBegun(order, ["s1"]);
    work[0]?.release();
    await hasBegun(order, ["s1", "s2"]);
    work[2]?.release();
    work[1]?.release();
    await Promise.all(all);
    expect(order).toEqual(["s1", "s2", "l1"]);
  });

  it("releases its slot when the work fails", async () => {
    const withEncodingSlot = await slotsOf(2);
    const fail = () => withEncodingSlot("shown", () => Promise.reject(new Error("no")));
    await Promise.allSettled(Array.from({ length: 6 }, fail));
    await expect(withEncodingSlot("later", async () => "ok")).resolves.toBe("ok");
  });
});
