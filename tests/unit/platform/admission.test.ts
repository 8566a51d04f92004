import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Admission, admit } from "@/scripts/launcher/admission-control.mjs";

const reader = { isBackground: false };
const step = { isBackground: true };
let utilization = 0;
let admission: Admission;
/** The outcome of each request, by name, in order of the responses. */
let answered: string[];

beforeEach(() => {
  vi.useFakeTimers();
  utilization = 0;
  answered = [];
  admission = new Admission(() => utilization);
});
afterEach(() => {
  admission.end();
  vi.useRealTimers();
});

async function ask(name: string, what = reader): Promise<void> {
  admission
    .enter(what)
    .then((mayWork) => answered.push(`${name} ${mayWork ? "works" : "refused"}`));
  await vi.advanceTimersByTimeAsync(0);
}

async function fill(): Promise<void> {
  utilization = 1;
  for (let count = 1; count <= 4; count += 1) await ask("first");
  answered = [];
}

test("four requests are processed at once; of the waiting ones the newest is next", async () => {
  await fill();
  await ask("old");
  await ask("new");
  expect(answered).toEqual([]);
  admission.leave();
  admission.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).toEqual(["new works", "old works"]);
});

test("a request that waited for a second is refused, and the next ones after 20 ms", async () => {
  await fill();
  await ask("first");
  await vi.advanceTimersByTimeAsync(999);
  expect(answered).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toEqual(["first refused"]);
  await ask("second");
  await vi.advanceTimersByTimeAsync(20);
  expect(answered).toEqual(["first refused", "second refused"]);
  // A second later the load is unknown: the long wait applies again.
  await vi.advanceTimersByTimeAsync(1_001);
  await ask("third");
  await vi.advanceTimersByTimeAsync(999);
  expect(answered).toHaveLength(2);
});

test("background work comes after readers, and is delayed instead of refused", async () => {
  await fill();
  await ask("step", step);
  await ask("reader");
  admission.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).toEqual(["reader works"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answered).toEqual(["reader works", "step works"]);
});

test("more requests are processed while the event loop is idle, and fewer while it is busy", async () => {
  utilization = 0.5;
  for (let count = 1; count <= 6; count += 1) await ask("reader");
  expect(answered).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(100);
  expect(answered).toHaveLength(6);
  utilization = 0.9;
  await vi.advanceTimersByTimeAsync(1_000);
  for (let count = 1; count <= 6; count += 1) admission.leave();
  answered = [];
  for (let count = 1; count <= 6; count += 1) await ask("later");
  expect(answered).toHaveLength(4);
});

interface Reply extends EventEmitter {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A response that writes down what it was told. */
function response(): Reply & Pick<ServerResponse, "writeHead" | "end"> {
  const reply = new EventEmitter() as Reply;
  return Object.assign(reply, {
    writeHead: (status: number, headers: Record<string, string>) =>
      Object.assign(reply, { status, headers }),
    end: (body: string) => Object.assign(reply, { body }),
  }) as never;
}

/** Asks the site's own admission; its timer is a real one and sees nothing of this time. */
async function visit(url: string) {
  const reply = response();
  const work = vi.fn();
  admit({ url, headers: {} } as IncomingMessage, reply as never, work);
  await vi.advanceTimersByTimeAsync(0);
  return { reply, work };
}

test("an overloaded site refuses calls and pages with 503 and a message, and still reports liveness", async () => {
  const calls = await Promise.all(Array.from({ length: 60 }, () => visit("/api/stories")));
  const pages = await Promise.all(Array.from({ length: 60 }, () => visit("/explore")));
  for (const path of ["/api/health", "/api/ready", "/_next/static/chunks/a.js"]) {
    expect((await visit(path)).work).toHaveBeenCalledOnce();
  }
  await vi.advanceTimersByTimeAsync(1_000);
  for (const visits of [calls, pages]) {
    for (const { reply, work } of visits) {
      expect(work.mock.calls.length === 1).toBe(reply.status === undefined);
    }
  }
  const [call] = calls.filter(({ reply }) => reply.status);
  const [page] = pages.filter(({ reply }) => reply.status);
  expect(call?.reply).toMatchObject({ status: 503, headers: { "retry-after": "3" } });
  expect(JSON.parse(call?.reply.body ?? "")).toMatchObject({
    success: false,
    error: { code: "unavailable" },
    message: "The service is busy right now. Please try again in a few seconds.",
  });
  expect(page?.reply).toMatchObject({
    status: 503,
    headers: { "cache-control": "private, no-store" },
  });
  expect(page?.reply.body).toContain("Inkwright is busy");
  for (const { reply } of [...calls, ...pages]) reply.emit("close");
});
