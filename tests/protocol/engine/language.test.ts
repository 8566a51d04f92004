import { expect, test } from "vitest";
import {
  awaitedText,
  failureOf,
  fieldTexts,
  isKey,
  isMatch,
  isName,
  keyOf,
  matches,
} from "@/inngest/engine/condition";
import { nextCronTime } from "@/inngest/engine/cron";
import { parseRetryAfter, parseTimeString } from "@/inngest/engine/duration";
import { newId, seededIds } from "@/inngest/engine/ids";
import { canonicalJson, hashedSigningKey, sign, verify } from "@/inngest/engine/signature";

const event = (data: Record<string, unknown>) => ({ id: "e", name: "a", data, ts: 0 });

test("a match compares one field of two events", () => {
  const same = "event.data.job == async.data.job";
  expect(isMatch(same)).toBe(true);
  expect(matches(same, event({ job: "1" }), event({ job: "1", more: 2 }))).toBe(true);
  expect(matches(same, event({ job: "1" }), event({ job: "2" }))).toBe(false);
  expect(matches(same, event({ job: 1 }), event({ job: "1" }))).toBe(false);
  expect(matches(same, event({}), event({ job: "1" }))).toBe(false);
  const deep = "event.data.of.job == async.data.of.job";
  expect(matches(deep, event({ of: { job: true } }), event({ of: { job: true } }))).toBe(true);
  expect(matches(deep, event({ of: 3 }), event({ of: { job: true } }))).toBe(false);
  expect(matches(null, event({}), event({ job: 1 }))).toBe(true);
});

test("a wait is found by the fields of an arriving event", () => {
  const condition = "event.data.job == async.data.job";
  const arrived = fieldTexts(event({ job: "1", of: { n: 2 }, list: ["x"], nothing: null }));
  expect(arrived).toContain(awaitedText(condition, event({ job: "1" })));
  expect(arrived).toContain(
    awaitedText("event.data.of.n == async.data.of.n", event({ of: { n: 2 } })),
  );
  expect(arrived).not.toContain(awaitedText(condition, event({ job: 1 })));
  // An expression without an index is compared with every event of its name.
  for (const job of [undefined, null, { a: 1 }, "x".repeat(1_000)]) {
    expect(awaitedText(condition, event({ job }))).toBeNull();
  }
  expect(awaitedText(null, event({ job: "1" }))).toBeNull();
});

test("an inherited property name is no field and no expression", () => {
  expect([isName('"painter"'), isName("'the writer'")]).toEqual([true, true]);
  for (const source of ["painter", "event.data.a", '"a" + "b"', "\"a'", '""']) {
    expect(isName(source)).toBe(false);
  }
});

test("a key is the value of one own field", () => {
  expect(isKey("event.data.ownerId")).toBe(true);
  expect(keyOf("event.data.ownerId", event({ ownerId: "ann" }))).toBe("ann");
  expect(keyOf("event.data.ownerId", event({ ownerId: 7 }))).toBe("7");
  expect(keyOf("event.data.ownerId", event({}))).toBe("");
  expect(keyOf("event.data.constructor", event({}))).toBe("");
});

test.each([
  "event.data.n == async.data.other",
  "event.data.n == async.data.n && true",
  "event.data.n != async.data.n",
  "event.data.n == 3",
  "async.data.n == event.data.n",
  "size(event.data.list) > 1",
  "process.env",
  "event",
  "",
])("%j is no expression that the engine knows", (source) => {
  expect([isMatch(source), isKey(source), failureOf(source)]).toEqual([false, false, null]);
});

test("onFailure names its function", () => {
  expect(failureOf("event.data.function_id == 'app-paint'")).toBe("app-paint");
});

test("time strings and dates become milliseconds", () => {
  expect(parseTimeString("300ms")).toBe(300);
  expect(parseTimeString("2h45m")).toBe(9_900_000);
  expect(parseTimeString("1.5s")).toBe(1_500);
  expect(parseTimeString("1w2d")).toBe(777_600_000);
  for (const text of ["", "5", "s", "5x", "1s ", "-1s"]) expect(parseTimeString(text)).toBeNull();
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(parseRetryAfter("7", now)).toBe(7_000);
  expect(parseRetryAfter("2026-01-01T00:00:03Z", now)).toBe(3_000);
  expect(parseRetryAfter("Thu, 01 Jan 2026 00:00:04 GMT", now)).toBe(4_000);
  expect(parseRetryAfter(undefined, now)).toBeNull();
});

test("cron schedules are five fields in UTC", () => {
  const after = new Date("2026-03-28T12:00:30Z");
  expect(nextCronTime("*/5 * * * *", after).toISOString()).toBe("2026-03-28T12:05:00.000Z");
  expect(nextCronTime("0 9 * * *", after).toISOString()).toBe("2026-03-29T09:00:00.000Z");
  expect(nextCronTime("0 0 1 1 *", after).toISOString()).toBe("2027-01-01T00:00:00.000Z");
  for (const wrong of [
    "* * * *",
    "* * * * * *",
    "61 * * * *",
    "",
    "TZ=Europe/Berlin 0 0 * * *",
    "0 0 31 2 *",
  ]) {
    expect(() => nextCronTime(wrong, after)).toThrow();
  }
});

test("canonical JSON sorts keys by code unit and leaves out values without JSON", () => {
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

test("ids sort by time, and a seed reproduces them", () => {
  expect(newId(1_000) < newId(2_000)).toBe(true);
  expect(new Set(Array.from({ length: 1_000 }, () => newId(5))).size).toBe(1_000);
  const seed = `1700000000000,${Buffer.alloc(10, 255).toString("base64")}`;
  const ids = [0, 1, 2].map(seededIds(seed) ?? (() => ""));
  expect(ids).toEqual([0, 1, 2].map(seededIds(seed) ?? (() => "x")));
  expect(new Set(ids).size).toBe(3);
  for (const wrong of [undefined, "", "x,AAAA", "1,AAAA", "-1,AAAAAAAAAAAAAA=="]) {
    expect(seededIds(wrong)).toBeNull();
  }
});
