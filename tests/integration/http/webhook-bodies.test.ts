import { createHmac, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/webhooks/replicate/route";
import { env } from "@/lib/platform/env";

const key = Buffer.from("only for this test");
const secret = `whsec_${key.toString("base64")}`;
beforeEach(() => {
  env().REPLICATE_WEBHOOK_SECRET = secret;
});

const text = JSON.stringify({ id: "nobodyknowsthisone", status: "succeeded" });

/** Headers as Replicate sends them. */
function headersOf({ age = 0, ...more }: { age?: number; signature?: string } = {}) {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1_000) - age);
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": more.signature ?? `v1,${signature}`,
  };
}

/** A call whose sender waits with its body. */
function slowCall(headers: Record<string, string>) {
  let isRead = false;
  const { promise: end, resolve: send } = Promise.withResolvers<void>();
  const body = new ReadableStream(
    {
      pull: async (controller) => {
        isRead = true;
        await end;
        controller.enqueue(Buffer.from(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const url = "http://localhost:3000/api/webhooks/replicate";
  const sent = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const request = new Request(url, sent);
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

  it("are held four at once, and others are asked to come again", async () => {
    const held = Array.from({ length: 4 }, () => slowCall(headersOf()));
    await expect.poll(() => held.every(({ isRead }) => isRead())).toBe(true);
    const fifth = slowCall(headersOf());
    fifth.send();
    const busy = await fifth.answer;
    expect([busy.status, busy.headers.get("retry-after"), fifth.isRead()]).toEqual([
      503,
      "5",
      false,
    ]);
    for (const { send } of held) send();
    for (const { answer } of held) expect((await answer).status).toBe(204);
    const next = slowCall(headersOf());
    next.send();
    expect((await next.answer).status).toBe(204);
  });
});
