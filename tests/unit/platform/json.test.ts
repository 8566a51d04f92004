import { describe, expect, it } from "vitest";
import { isLarger, parseJsonWithin } from "@/lib/platform/json.mjs";
import { mapReadableRows } from "@/lib/platform/map-rows";

const bytes = (text: string) => new TextEncoder().encode(text);
const limits = { depth: 32, values: 1_000, keys: 100 };

describe("JSON from outside", () => {
  it("is parsed as any other, with any text", () => {
    const value = { a: ['[[[{,,"\\', "\\\\", "\u2028"], b: { c: [1, null, true, "\ud83d\udc31"] } };
    expect(parseJsonWithin(bytes(JSON.stringify(value)), limits)).toEqual(value);
    expect(parseJsonWithin(bytes('{"a":"\\u00e9\\ud83d\\udc31"}'), limits)).toEqual({ a: "é🐱" });
  });

  it.each([
    ["more values than there may be", `[${"1,".repeat(1_000)}1]`, "values"],
    ["more objects", `[${"{},".repeat(1_000)}1]`, "values"],
    ["more keys", `{${Array.from({ length: 101 }, (_, key) => `"${key}":1`).join()}}`, "values"],
    ["too deep", "[".repeat(33) + "]".repeat(33), "depth"],
    ["too deep and open", '{"a":'.repeat(40), "depth"],
    ["cut off", '{"a":"', "syntax"],
    ["an escape at the end", '"\\', "syntax"],
    ["nothing", "", "syntax"],
    ["a NUL", '{"a":["\\u0000"]}', "letters"],
    ["a NUL in a name", '{"\\u0000":1}', "letters"],
    ["half a letter", '["\\ud83d"]', "letters"],
  ])("is refused: %s", (_, text, code) => {
    expect(() => parseJsonWithin(bytes(text), limits)).toThrow(expect.objectContaining({ code }));
  });

  it("is refused where its bytes are not UTF-8", () => {
    const half = Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22);
    expect(() => parseJsonWithin(half, limits)).toThrow(
      expect.objectContaining({ code: "syntax" }),
    );
  });

  it("of 31 MB is scanned in less than a second, and not parsed", () => {
    const large = bytes(`{"scenes":[${"1,".repeat(15_500_000)}1]}`);
    const started = performance.now();
    expect(() => parseJsonWithin(large, { ...limits, values: 1_000_000 })).toThrow("values");
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

it("counts the values of a part only up to the limit", () => {
  expect(isLarger({ a: [1, 2], b: {} }, 5)).toBe(false);
  expect(isLarger({ a: [1, 2], b: {} }, 4)).toBe(true);
  expect(isLarger(1, 0)).toBe(true);
  expect(isLarger(["x".repeat(640)], 12)).toBe(false);
  expect(isLarger(["x".repeat(640)], 11)).toBe(true);
  expect(isLarger({ ["k".repeat(6_400)]: 1 }, 100)).toBe(true);
});

it("leaves only the unreadable row out of a list", () => {
  const rows = [{ id: "1" }, { id: "2", isBad: true }, { id: "3" }];
  const show = (row: { id: string; isBad?: boolean }) => {
    if (row.isBad) throw new RangeError("Maximum call stack size exceeded");
    return row.id;
  };
  expect(mapReadableRows(rows, show)).toEqual(["1", "3"]);
});
