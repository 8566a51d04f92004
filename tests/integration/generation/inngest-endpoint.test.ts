import { describe, expect, it } from "vitest";

// The client reads its keys when it is made.
process.env.INNGEST_SIGNING_KEY = `signkey-test-${"cd".repeat(16)}`;
process.env.INNGEST_EVENT_KEY = "test-key";
const endpoint = await import("@/app/api/inngest/route");

const request = (method: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/api/inngest?fnId=inkwright-write-scene&stepId=step", {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: method === "GET" ? undefined : JSON.stringify({ event: {}, steps: {}, ctx: {} }),
  });
const ask = (method: "GET" | "POST" | "PUT", headers?: Record<string, string>) =>
  endpoint[method](request(method, headers) as never, undefined);

describe("/api/inngest", () => {
  it.each(["GET", "POST", "PUT"] as const)("S22 refuses an unsigned %s", async (method) => {
    expect((await ask(method)).status).toBe(401);
  });

  it("S22 refuses a foreign signature, also for a sync within the call", async () => {
    const signature = `t=${Math.floor(Date.now() / 1000)}&s=${"0".repeat(64)}`;
    const headers = { "x-inngest-signature": signature };
    expect((await ask("POST", headers)).status).toBe(401);
    const sync = { ...headers, "x-inngest-sync-kind": "in_band" };
    expect((await ask("PUT", sync)).status).toBe(401);
  });

  it("S22 answers 405 to every other method", () => {
    for (const method of ["PATCH", "OPTIONS", "DELETE"] as const) {
      expect(endpoint[method]().status).toBe(405);
    }
  });
});
