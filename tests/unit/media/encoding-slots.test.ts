import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { withEncodingSlot } from "@/lib/media/encoding-slots";

const places = Math.max(2, availableParallelism());

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

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("withEncodingSlot", () => {
  it("runs one background encoding at a time, and no more in all than there are places", async () => {
    const order: string[] = [];
    const later = ["l1", "l2"].map((name) => held(order, name));
    const shown = Array.from({ length: places }, (_, index) => held(order, `s${index}`));
    const all = [
      ...later.map(({ work }) => withEncodingSlot("later", work)),
      ...shown.map(({ work }) => withEncodingSlot("shown", work)),
    ];
    await settle();
    expect(order).toEqual(["l1", ...Array.from({ length: places - 1 }, (_, i) => `s${i}`)]);
    // The place of the background goes to what somebody waits for.
    later[0]?.release();
    await settle();
    expect(order.at(-1)).toBe(`s${places - 1}`);
    for (const { release } of [...shown, ...later]) release();
    await Promise.all(all);
    expect(order.at(-1)).toBe("l2");
  });

  it("gives its place back when the work fails", async () => {
    const fail = () => withEncodingSlot("shown", () => Promise.reject(new Error("no")));
    await Promise.allSettled(Array.from({ length: places * 3 }, fail));
    await expect(withEncodingSlot("later", async () => "ok")).resolves.toBe("ok");
  });
});
