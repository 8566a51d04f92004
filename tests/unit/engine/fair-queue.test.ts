import { describe, expect, it } from "vitest";
import { chooseFairly, type FreeItem, startsAllowed } from "@/inngest/engine/fair-queue";

/** Items of one function: an author's letter each, in the order of the queue. */
const lane = (
  authors: string,
  { of = "scene", each = 2, shared = 100, maxItems = Number.POSITIVE_INFINITY } = {},
) => ({
  maxItems,
  items: [...authors].map(
    (author, index): FreeItem => ({
      run_id: `${author}${index}`,
      step_id: "step",
      function_id: of,
      limit_keys: [`fn:${of}:owner=${author}`, 'env:"painter"'],
      limits: [each, shared],
      turn: index,
    }),
  ),
});

const names = (items: FreeItem[]) => items.map(({ run_id }) => run_id).join(" ");

describe("the choice among queued runs", () => {
  it("takes no more of a key than its limit, and skips the rest", () => {
    const used = new Map();
    const { chosen, full } = chooseFairly([lane("aaaaab")], used, 10);
    expect(names(chosen)).toBe("a0 a1 b5");
    expect([...full]).toEqual(["fn:scene:owner=a"]);
    expect(used.get("fn:scene:owner=a")).toBe(2);
    expect(used.get('env:"painter"')).toBe(3);
  });

  it("counts running ones", () => {
    const used = new Map([["fn:scene:owner=a", 1]]);
    expect(names(chooseFairly([lane("aab")], used, 10).chosen)).toBe("a0 b2");
  });

  it("takes no more than the total limit, nor than the free capacity", () => {
    const used = new Map([['env:"painter"', 3]]);
    const { chosen, full } = chooseFairly([lane("abcd", { shared: 5 })], used, 10);
    expect(names(chosen)).toBe("a0 b1");
    expect(full.has('env:"painter"')).toBe(true);
    expect(names(chooseFairly([lane("abcd")], new Map(), 3).chosen)).toBe("a0 b1 c2");
  });

  it("uses the current value of a shared limit, not the value of the run's creation", () => {
    const common = new Map([['env:"painter"', 3]]);
    expect(names(chooseFairly([lane("abcd", { shared: 1 })], new Map(), 10, common).chosen)).toBe(
      "a0 b1 c2",
    );
    expect(names(chooseFairly([lane("abcd")], new Map(), 10, common).chosen)).toBe("a0 b1 c2");
  });

  it("lets functions that share a limit take turns", () => {
    const panels = lane("abcdefgh", { of: "panel", shared: 5 });
    const portraits = lane("xyz", { of: "portrait", shared: 5 });
    const { chosen } = chooseFairly([portraits, panels], new Map(), 10);
    expect(names(chosen)).toBe("x0 a0 y1 b1 z2");
  });

  it("starts no more of a function than its throttle allows now", () => {
    const { chosen } = chooseFairly([lane("abcd", { maxItems: 1 }), lane("xyz")], new Map(), 10);
    expect(names(chosen)).toBe("a0 x0 y1 z2");
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
