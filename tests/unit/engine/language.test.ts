import { expect, test } from "vitest";
import { isRefusedForGood } from "@/inngest/engine/database";
import { functionConfig, groupsOf, nextCronTime } from "@/inngest/engine/definition";
import {
  duration,
  fieldTexts,
  newId,
  parseRetryAfter,
  sharedField,
} from "@/inngest/engine/protocol";
import { awaitedText } from "@/inngest/engine/runs";
import { canonicalJson, sign, verify } from "@/inngest/engine/signature";

const event = (data: Record<string, unknown>) => ({ id: "e", name: "a", data, ts: 0 });

test("a wait is found by the fields of an arriving event", () => {
  const arrived = fieldTexts(event({ job: "1", of: { n: 2 }, list: ["x"], nothing: null }));
  const awaits = (expression: string, started: Record<string, unknown>) =>
    awaitedText(sharedField.parse(expression), event(started)) ?? "";
  const same = "event.data.job == async.data.job";
  expect(arrived).toContain(awaits(same, { job: "1" }));
  expect(arrived).toContain(awaits("event.data.of.n == async.data.of.n", { of: { n: 2 } }));
  expect(arrived).not.toContain(awaits(same, { job: 1 }));
  expect(arrived).not.toContain(awaits(same, { job: "2" }));
  for (const missing of ["nothing", "none", "constructor"]) {
    expect(arrived).not.toContain(
      awaits(`event.data.${missing} == async.data.${missing}`, { [missing]: null }),
    );
  }
  // PostgreSQL's indexes take no longer values.
  const long = { job: "x".repeat(5_000) };
  expect(fieldTexts(event(long))).toContain(awaits(same, long));
  expect(awaits(same, long)).toHaveLength(400);
});

test.each([
  "event.data.n == async.data.other",
  "event.data.n == async.data.n && true",
  "event.data.n != async.data.n",
  "event.data.n == 3",
  "async.data.n == event.data.n",
  "process.env",
  "",
])("%j is no match that the engine knows", (expression) => {
  expect(sharedField.safeParse(expression).success).toBe(false);
});

const given = { id: "app-x", triggers: [{ event: "a" }], steps: { step: {} } };

test("the groups of a run are those of its function, of a field's value and of a name", () => {
  const groups = (concurrency: unknown, data: Record<string, unknown> = {}) =>
    groupsOf(functionConfig.parse({ ...given, concurrency }), event(data));
  const byOwner = { limit: 1, key: "event.data.ownerId" };
  expect(groups(3)).toEqual(["fn:app-x"]);
  expect(groups(byOwner, { ownerId: "ann" })).toEqual(["fn:app-x:.data.ownerId=ann"]);
  expect(groups(byOwner, { ownerId: 7 })).toEqual(["fn:app-x:.data.ownerId=7"]);
  expect(groups([byOwner, { limit: 1, scope: "env", key: "'painter'" }])).toEqual([
    "fn:app-x:.data.ownerId=",
    "env:'painter'",
  ]);
});

test.each([
  { debounce: { period: "5s" } },
  { batchEvents: { maxSize: 2, timeout: "5s" } },
  { priority: { run: "100" } },
  { concurrency: { limit: 1, scope: "env" } },
  { concurrency: { limit: 1, scope: "account", key: "'one'" } },
  { concurrency: { limit: 1, scope: "env", key: "event.data.a" } },
  { concurrency: { limit: 1, key: "'one'" } },
  { concurrency: { limit: 1, key: "size(event.data.list)" } },
  { throttle: { limit: 1, period: "5s", burst: 2 } },
  { throttle: { limit: 1, period: "500ms" } },
  { cancel: [{ event: "b", timeout: "5s" }] },
  { cancel: [{ event: "b", if: "async.data.n > 2" }] },
  { triggers: [{ event: "a", expression: "event.data.n > 1" }] },
  { triggers: [{ event: "zoo/*" }] },
  { triggers: [{ event: "inngest/function.finished" }] },
  { triggers: [{ cron: "* * * * *", jitter: "5s" }] },
  ...["* * * *", "* * * * * *", "61 * * * *", "", "TZ=Europe/Berlin 0 0 * * *", "0 0 31 2 *"].map(
    (cron) => ({ triggers: [{ cron }] }),
  ),
])("a function with %j is refused", (option) => {
  expect(functionConfig.safeParse(given).success).toBe(true);
  expect(functionConfig.safeParse({ ...given, ...option }).success).toBe(false);
});

test("time strings and dates become milliseconds", () => {
  expect(duration.parse("300ms")).toBe(300);
  expect(duration.parse("2h45m")).toBe(9_900_000);
  expect(duration.parse("1.5s")).toBe(1_500);
  expect(duration.parse("1w2d")).toBe(777_600_000);
  for (const text of ["", "5", "s", "5x", "1s ", "-1s"]) {
    expect(duration.safeParse(text).success).toBe(false);
  }
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(parseRetryAfter("7", now)).toBe(7_000);
  expect(parseRetryAfter("2026-01-01T00:00:03Z", now)).toBe(3_000);
  expect(parseRetryAfter("Thu, 01 Jan 2026 00:00:04 GMT", now)).toBe(4_000);
  expect(parseRetryAfter(undefined, now)).toBeNull();
  expect(parseRetryAfter("9".repeat(30), now)).toBe(7 * 86_400_000);
});

test("cron schedules are in UTC", () => {
  const after = new Date("2026-03-28T12:00:30Z");
  expect(nextCronTime("*/5 * * * *", after)?.toISOString()).toBe("2026-03-28T12:05:00.000Z");
  expect(nextCronTime("0 9 * * *", after)?.toISOString()).toBe("2026-03-29T09:00:00.000Z");
  expect(nextCronTime("0 0 1 1 *", after)?.toISOString()).toBe("2027-01-01T00:00:00.000Z");
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

test("ids sort by time and never repeat", () => {
  expect(new Set(Array.from({ length: 1_000 }, newId)).size).toBe(1_000);
  expect(newId() < newId().replace(/^\d+/, String(Date.now() + 1_000))).toBe(true);
});

test.each<[string, boolean]>([
  ...["22008", "22P05", "23502", "23514", "54001"].map((code): [string, boolean] => [code, true]),
  ...["23505", "23503", "23P01", "40001", "57P01", "53300", "ECONNREFUSED"].map(
    (code): [string, boolean] => [code, false],
  ),
])("an error %s is refused for good: %s", (code, isFinal) => {
  expect(isRefusedForGood(Object.assign(new Error("x"), { code }))).toBe(isFinal);
});
