import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaultMaxBody, InFlightBodies, parseJson, readBody } from "@/lib/platform/http/body";
import { bodyTimeoutMs } from "@/lib/platform/http/body-timeout.mjs";

const bytes = (text: string) => new TextEncoder().encode(text);
const lists = (depth: number) => bytes("[".repeat(depth) + "]".repeat(depth));

describe("the content of a body", () => {
  it("may be 32 deep and no deeper", () => {
    expect(parseJson(lists(32))).toBeInstanceOf(Array);
    expect(() => parseJson(lists(33))).toThrow("nested too deeply");
    const objects = `${'{"a":'.repeat(33)}1${"}".repeat(33)}`;
    expect(() => parseJson(bytes(objects))).toThrow("nested too deeply");
  });

  it.each([20_000, 100_000])("is refused without a crash with %i brackets", (depth) => {
    expect(() => parseJson(lists(depth))).toThrow(
      expect.objectContaining({ code: "bad_request", status: 400 }),
    );
  });

  it("that is cut off is a client's error", async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error("aborted")),
    });
    const request = new Request("http://localhost/", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    await expect(readBody(request, 100)).rejects.toMatchObject({
      code: "bad_request",
      message: "The request did not arrive whole. Please send it again.",
    });
  });
});

const kB = 1000;
const MB = 1_000_000;

/** A body of so many bytes that comes in pieces, each after a wait. */
function sent(length: number, piece: number, everyMs: number): Request {
  let left = length;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((done) => setTimeout(done, everyMs));
      const bytes = new Uint8Array(Math.min(piece, left));
      left -= bytes.byteLength;
      controller.enqueue(bytes);
      if (left === 0) controller.close();
    },
  });
  return new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
}

/** How a body ends: its length, or the code of what it is refused with; and after how many seconds. */
async function arrivalOf(request: Request, max: number, arrivals?: InFlightBodies) {
  const begun = Date.now();
  const end = await readBody(request, max, undefined, arrivals).then(
    ({ byteLength }) => byteLength,
    ({ code }) => code,
  );
  return { end, seconds: (Date.now() - begun) / 1000 };
}

describe("the time that a body may take", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is 20 seconds for a body that hardly arrives", async () => {
    const drip = arrivalOf(sent(MB, 1, 1000), defaultMaxBody);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await drip).toEqual({ end: "request_timeout", seconds: 20 });
    expect(vi.getTimerCount()).toBeLessThan(2);
  });

  it("is 20 seconds more where a fast body stops", async () => {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        if (pieces <= 90) controller.enqueue(new Uint8Array(MB));
      },
    });
    const request = new Request("http://localhost/", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    const stopped = arrivalOf(request, 95 * MB);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(await stopped).toEqual({ end: "request_timeout", seconds: 40 });
  });

  it("is enough for 10 MB over a phone's 0.2 Mbit/s", async () => {
    const slow = arrivalOf(sent(10 * MB, 25 * kB, 1000), 10 * MB);
    await vi.advanceTimersByTimeAsync(410_000);
    expect(await slow).toEqual({ end: 10 * MB, seconds: 400 });
  });

  it("is ten minutes at most", async () => {
    const endless = arrivalOf(sent(95 * MB, 100 * kB, 1000), 95 * MB);
    await vi.advanceTimersByTimeAsync(bodyTimeoutMs + 10_000);
    expect(await endless).toEqual({ end: "request_timeout", seconds: 600 });
  });

  it("leaves no timer behind", async () => {
    const quick = arrivalOf(sent(100, 100, 10), 100);
    await vi.advanceTimersByTimeAsync(10);
    expect((await quick).end).toBe(100);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("bodies that exceed the memory limit together", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("drop the slowest one first", async () => {
    const arrivals = new InFlightBodies(18 * MB);
    const slow = arrivalOf(sent(15 * MB, 100 * kB, 1000), 15 * MB, arrivals);
    const fast = arrivalOf(sent(15 * MB, 300 * kB, 1000), 15 * MB, arrivals);
    await vi.advanceTimersByTimeAsync(60_000);
    // 18 MB after 45 s.
    expect(await slow).toEqual({ end: "unavailable", seconds: 46 });
    expect(await fast).toEqual({ end: 15 * MB, seconds: 50 });
  });

  it("drop the newest of those that have just begun, so that some arrive", async () => {
    const arrivals = new InFlightBodies(25 * MB);
    const all = Array.from({ length: 50 }, () =>
      arrivalOf(sent(9.5 * MB, MB, 100), 10 * MB, arrivals),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    const ends = (await Promise.all(all)).map(({ end }) => end);
    expect(ends.slice(0, 2)).toEqual([9.5 * MB, 9.5 * MB]);
    expect(ends.filter((end) => end === "unavailable").length).toBe(48);
    expect(arrivals.size).toBe(0);
  });
});
