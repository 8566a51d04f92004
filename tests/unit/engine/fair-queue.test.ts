import { describe, expect, it } from "vitest";
import { chooseFairly, type FreeItem, startsAllowed } from "@/inngest/engine/fair-queue";

/** Items of one function: an author's letter each, in the order of the queue. */
const lane = (
  authors: string,
  { of = "scene", each = 2, shared = 100, maxItems = Number.POSITIVE_INFINITY } = {},
) => ({
  maxItems,
  limits: [each, shared],
  items: [...authors].map(
    (author, index): FreeItem => ({
      run_id: `${author}${index}`,
      step_id: "step",
      limit_keys: [`fn:${of}:owner=${author}`, 'env:"painter"'],
      turn: index,
    }),
  ),
});

/** The names of the chosen items, those of each lane apart. */
const names = (lanes: FreeItem[][]) =>
  lanes.map((items) => items.map(({ run_id }) => run_id).join(" ")).join(" | ");

describe("the choice among queued runs", () => {
  it("takes no more of a key than its limit, and skips the rest", () => {
    const used = new Map();
    expect(names(chooseFairly([lane("aaaaab")], used, 10))).toBe("a0 a1 b5");
    expect(used.get("fn:scene:owner=a")).toBe(2);
    expect(used.get('env:"painter"')).toBe(3);
  });

  it("counts running ones", () => {
    const used = new Map([["fn:scene:owner=a", 1]]);
    expect(names(chooseFairly([lane("aab")], used, 10))).toBe("a0 b2");
  });

  it("takes no more than the total limit, nor than the free capacity", () => {
    const used = new Map([['env:"painter"', 3]]);
    expect(names(chooseFairly([lane("abcd", { shared: 5 })], used, 10))).toBe("a0 b1");
    expect(names(chooseFairly([lane("abcd")], new Map(), 3))).toBe("a0 b1 c2");
  });

  it("lets functions that share a limit take turns", () => {
    const panels = lane("abcdefgh", { of: "panel", shared: 5 });
    const portraits = lane("xyz", { of: "portrait", shared: 5 });
    expect(names(chooseFairly([portraits, panels], new Map(), 10))).toBe("x0 y1 z2 | a0 b1");
  });

  it("starts no more of a function than its throttle allows now", () => {
    const lanes = [lane("abcd", { maxItems: 1 }), lane("xyz")];
    expect(names(chooseFairly(lanes, new Map(), 10))).toBe("a0 | x0 y1 z2");
  });
});

describe("a throttle", () => {
  it("lets a burst through and then one start after the other", () => {
    const throttle = { spacingMs: 200, atOnce: 6 };
    expect(startsAllowed({ ...throttle, untilNextMs: 0 }).now).toBe(6);
    // Six have started: the seventh comes when the first of them would have been over.
    const after = startsAllowed({ ...throttle, untilNextMs: 1_200 });
    expect(after.now).toBe(0);
    expect(after.nextInMs(0)).toBe(200);
    expect(startsAllowed({ ...throttle, untilNextMs: 1_000 }).now).toBe(1);
    expect(startsAllowed({ ...throttle, untilNextMs: -5_000 }).now).toBe(6);
  });
});
