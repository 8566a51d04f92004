import { createHmac } from "node:crypto";
import { validateWebhook } from "replicate";
import { describe, expect, it } from "vitest";
import { verifyWebhook } from "@/lib/ai/replicate/webhook";

const key = Buffer.from("a key that is secret");
const secret = `whsec_${key.toString("base64")}`;
const now = Date.parse("2026-11-22T12:00:00Z");
const body = Buffer.from('{"id":"gm3qorzdhgbfurvj","status":"succeeded"}');

function signed(changes: { id?: string; age?: number; key?: Buffer; version?: string } = {}) {
  const { id = "msg_1", age = 0, version = "v1" } = changes;
  const timestamp = String(now / 1_000 - age);
  const signature = createHmac("sha256", changes.key ?? key)
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest("base64");
  return new Headers({
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")} ${version},${signature}`,
  });
}

function withSignature(value: string) {
  const headers = signed();
  headers.set("webhook-signature", value);
  return headers;
}

describe("webhooks of Replicate", () => {
  it("S21 are verified by their signature, as the vendor's own library makes it", async () => {
    const headers = signed();
    expect(verifyWebhook(headers, body, secret, now)).toBe("msg_1");
    const request = { headers, body: body.toString() };
    expect(await validateWebhook(request as never, secret)).toBe(true);
  });

  it("S21 may be five minutes old or early, and no more", () => {
    for (const age of [299, -299])
      expect(verifyWebhook(signed({ age }), body, secret, now)).not.toBeNull();
    for (const age of [301, -301])
      expect(verifyWebhook(signed({ age }), body, secret, now)).toBeNull();
  });

  it.each([
    ["of another key", signed({ key: Buffer.from("another") })],
    ["of another version", signed({ version: "v2" })],
    ["without headers", new Headers()],
    ["with an id that is none", signed({ id: "a b" })],
    ["with a cut signature", withSignature("v1,QUJD")],
  ])("S21 are refused %s", (_, headers) => {
    expect(verifyWebhook(headers, body, secret, now)).toBeNull();
  });

  it("S21 are refused where one byte of the body differs", () => {
    const other = Buffer.from(body.toString().replace("succeeded", "succeedeD"));
    expect(verifyWebhook(signed(), other, secret, now)).toBeNull();
  });
});
