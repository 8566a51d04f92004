import { createHmac, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { POST } from "@/app/api/webhooks/replicate/route";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** The promise that a received call waits for. */
let work: Promise<void> = Promise.resolve();
vi.mock("@/lib/generation/picture/prediction-service", () => ({ recordPredictionEnd: () => work }));

const key = Buffer.from("only for this test");
const secret = `whsec_${key.toString("base64")}`;
beforeEach(() => {
  env().REPLICATE_WEBHOOK_SECRET = secret;
});

const text = JSON.stringify({ id: "nobodyknowsthisone", status: "succeeded" });

interface Sent {
  age: number;
  body: string;
  signature: string;
}

/** Headers as Replicate sends them. */
function headersOf({ age = 0, body = text, ...more }: Partial<Sent> = {}) {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1_000) - age);
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": more.signature ?? `v1,${signature}`,
  };
}

/** A call whose sender waits with its body. */
function slowCall(headers: Record<string, string>, sent = text) {
  let isRead = false;
  const { promise: end, resolve: send } = Promise.withResolvers<void>();
  const body = new ReadableStream(
    {
      pull: async (controller) => {
        isRead = true;
        await end;
        controller.enqueue(Buffer.from(sent));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const url = "http://localhost:3000/api/webhooks/replicate";
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const request = new Request(url, init);
  const answer = POST(request, { params: Promise.resolve({}) });
  return { answer, send, isRead: () => isRead };
}

describe("S21 bodies of strangers", () => {
  const { "webhook-id": _, ...withoutId } = headersOf();
  it.each([
    ["without the vendor's headers", {}],
    ["without an id", withoutId],
    ["without a signature", headersOf({ signature: "" })],
    ["of an hour ago", headersOf({ age: 3_600 })],
  ])("are not read %s", async (__, headers) => {
    const call = slowCall(headers);
    call.send();
    expect((await call.answer).status).toBe(401);
    expect(call.isRead()).toBe(false);
  });

  it("are not read where no secret is set", async () => {
    delete env().REPLICATE_WEBHOOK_SECRET;
    const call = slowCall(headersOf());
    call.send();
    expect((await call.answer).status).toBe(401);
    expect(call.isRead()).toBe(false);
  });

  it("are read with the inputs that a prediction returns, pictures included", async () => {
    const body = JSON.stringify({ ...JSON.parse(text), input: { image: "a".repeat(900_000) } });
    const call = slowCall(headersOf({ body }), body);
    call.send();
    expect((await call.answer).status).toBe(204);
  });

  it("occupy no slot while they arrive", async () => {
    const slow = Array.from({ length: 8 }, () => slowCall(headersOf()));
    await expect.poll(() => slow.every(({ isRead }) => isRead())).toBe(true);
    const ninth = slowCall(headersOf());
    ninth.send();
    expect((await ninth.answer).status).toBe(204);
    for (const { send, answer } of slow) {
      send();
      expect((await answer).status).toBe(204);
    }
  });

  it("are processed four at a time, and others get 503", async () => {
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    work = promise;
    const failures = vi.spyOn(log, "error");
    const fifth = slowCall(headersOf());
    await expect.poll(fifth.isRead).toBe(true);
    const held = Array.from({ length: 4 }, () => slowCall(headersOf()));
    for (const { send } of held) send();
    await new Promise((done) => setTimeout(done, 200));
    // One that has arrived meanwhile, and one that has not begun.
    fifth.send();
    const sixth = slowCall(headersOf());
    sixth.send();
    for (const { answer } of [fifth, sixth]) {
      const busy = await answer;
      expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "5"]);
    }
    expect(sixth.isRead()).toBe(false);
    expect(failures, "a service that is full").not.toHaveBeenCalled();
    finish();
    for (const { answer } of held) expect((await answer).status).toBe(204);
    const next = slowCall(headersOf());
    next.send();
    expect((await next.answer).status).toBe(204);
  });
});
