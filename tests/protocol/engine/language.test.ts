import { expect, test } from "vitest";
import { nextCronTime } from "@/inngest/engine/cron";
import { delayUntil, parseRetryAfter, parseTimeString } from "@/inngest/engine/duration";
import { compile, ExpressionError } from "@/inngest/engine/expression";
import { seededIds, ulid } from "@/inngest/engine/ids";
import { canonicalJson, hashedSigningKey, sign, verify } from "@/inngest/engine/signature";

const event = {
  name: "a",
  data: {
    n: 3,
    s: "x",
    list: [10, { deep: true }],
    "odd-key": 1,
    nothing: null,
    o: { a: 1, b: [2] },
  },
};
const async = { name: "b", data: { n: 3, s: "y", o: { b: [2], a: 1 } } };
const evaluate = (source: string) => compile(source, ["event", "async"])({ event, async });

test.each([
  ["event.data.n == async.data.n", true],
  ["event.data.s == async.data.s", false],
  ["event.data.s != async.data.s", true],
  ["event.data.o == async.data.o", true],
  ["event.data.n > 2 && event.data.n <= 3", true],
  ["event.data.n < 3 || event.data.s == 'x'", true],
  ["event.data.s == 'y' || event.data.n == 3 && event.data.s == 'z'", false],
  ["(event.data.s == 'y' || event.data.n == 3) && event.data.s == 'x'", true],
  ["!(event.data.n == 3)", false],
  ["event.data.missing == null", true],
  ["event.data.missing.deeper == null", true],
  ["event.data.nothing == null", true],
  ["event.data.list[0] == 10 && event.data.list[1].deep == true", true],
  ['event.data["odd-key"] == 1', true],
  ["event.data.constructor == null", true],
  ["event.data.s + '-' + event.data.n", "x-3"],
  ["event.data.n == '3'", false],
  ["event.data.n > '2'", false],
  ["-1 < event.data.n", true],
  ["event.data.s == 'it\\'s'", false],
  ["true", true],
])("%s gives %s", (source, expected) => {
  expect(evaluate(source)).toBe(expected);
});

test.each([
  "size(event.data.list) > 1",
  "event.data.list.exists(x, x == 1)",
  "event.data.n == ",
  "event.data.n == 3)",
  "event.",
  "process.env",
  "event.data.n ? 1 : 2",
  "event.data.n = 3",
  "'open",
  "",
])("%j is refused with the reason", (source) => {
  expect(() => evaluate(source)).toThrow(ExpressionError);
  expect(() => evaluate(source)).toThrow("not supported by the embedded engine");
});

test("async is unknown where there is only the triggering event", () => {
  expect(() => compile("async.data.n == 1", ["event"])).toThrow('"async" is unknown');
});

test("time strings and dates become milliseconds", () => {
  expect(parseTimeString("300ms")).toBe(300);
  expect(parseTimeString("2h45m")).toBe(9_900_000);
  expect(parseTimeString("1.5s")).toBe(1_500);
  expect(parseTimeString("1w2d")).toBe(777_600_000);
  for (const text of ["", "5", "s", "5x", "1s ", "-1s"]) expect(parseTimeString(text)).toBeNull();
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(delayUntil("2026-01-01T00:00:02.500Z", now)).toBe(2_500);
  expect(delayUntil("2025-01-01T00:00:00Z", now)).toBe(0);
  expect(delayUntil("tomorrow", now)).toBeNull();
  expect(parseRetryAfter("7", now)).toBe(7_000);
  expect(parseRetryAfter("2026-01-01T00:00:03Z", now)).toBe(3_000);
  expect(parseRetryAfter("Thu, 01 Jan 2026 00:00:04 GMT", now)).toBe(4_000);
  expect(parseRetryAfter(undefined, now)).toBeNull();
});

test("cron schedules are five fields in UTC or in a named zone", () => {
  const after = new Date("2026-03-28T12:00:30Z");
  expect(nextCronTime("*/5 * * * *", after).toISOString()).toBe("2026-03-28T12:05:00.000Z");
  expect(nextCronTime("0 9 * * *", after).toISOString()).toBe("2026-03-29T09:00:00.000Z");
  // Summer time begins in Berlin on 29 March 2026.
  expect(nextCronTime("TZ=Europe/Berlin 0 9 * * *", after).toISOString()).toBe(
    "2026-03-29T07:00:00.000Z",
  );
  expect(nextCronTime("0 0 1 1 *", after).toISOString()).toBe("2027-01-01T00:00:00.000Z");
  for (const wrong of [
    "* * * *",
    "* * * * * *",
    "61 * * * *",
    "",
    "TZ=Nowhere/Land 0 0 * * *",
    "0 0 31 2 *",
  ]) {
    expect(() => nextCronTime(wrong, after)).toThrow();
  }
});

test("canonical JSON sorts keys by code unit and leaves out what JSON has not", () => {
  expect(
    canonicalJson({ b: 1, a: [{ d: undefined, c: "é\n" }], "€": null, "\ud83d\ude00": 1.0 }),
  ).toBe('{"a":[{"c":"é\\n"}],"b":1,"€":null,"😀":1}');
});

test("signatures bind body, time and key", () => {
  const key = "signkey-test-00ff";
  const now = 1_700_000_000_000;
  const header = sign("body", key, now);
  expect(header).toMatch(/^t=1700000000&s=[0-9a-f]{64}$/);
  expect(verify(header, "body", key, now)).toBe(true);
  expect(verify(header, "body", "00ff", now)).toBe(true);
  expect(verify(header, "bodyy", key, now)).toBe(false);
  expect(verify(header, "body", "signkey-test-00fe", now)).toBe(false);
  expect(verify(header, "body", key, now + 301_000)).toBe(false);
  expect(verify(header.replace("t=1", "t=2"), "body", key, now)).toBe(false);
  for (const wrong of [undefined, "", "t=&s=", "s=00", `t=x&s=${"0".repeat(64)}`]) {
    expect(verify(wrong, "body", key, now)).toBe(false);
  }
});

test("the hashed signing key is the specification's", () => {
  expect(hashedSigningKey("signkey-prod-12345678")).toBe(
    "signkey-prod-b2ed992186a5cb19f6668aade821f502c1d00970dfd0e35128d51bac4649916c",
  );
});

test("ids sort by time, and a seed gives the same ids again", () => {
  expect(ulid(1_000)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(ulid(1_000) < ulid(2_000)).toBe(true);
  expect(new Set(Array.from({ length: 1_000 }, () => ulid(5))).size).toBe(1_000);
  const seed = `1700000000000,${Buffer.alloc(10, 255).toString("base64")}`;
  const ids = [0, 1, 2].map(seededIds(seed) ?? (() => ""));
  expect(ids).toEqual([0, 1, 2].map(seededIds(seed) ?? (() => "x")));
  expect(new Set(ids).size).toBe(3);
  for (const wrong of [undefined, "", "x,AAAA", "1,AAAA", "-1,AAAAAAAAAAAAAA=="]) {
    expect(seededIds(wrong)).toBeNull();
  }
});
