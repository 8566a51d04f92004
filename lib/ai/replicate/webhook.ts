import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";

/** Greatest age of a call, and difference of clocks, in seconds. */
const toleranceSeconds = 300;

/** The signed headers of a call; null if they are malformed or outside the tolerance. */
export function parseWebhookHeaders(headers: Headers, now = Date.now()) {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  const signatures = headers.get("webhook-signature") ?? "";
  if (!/^[\w.-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp) || !signatures) return null;
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) return null;
  return { id, timestamp, signatures };
}

/**
 * Whether a webhook was signed with the secret, within the tolerance, over exactly these bytes.
 * @param secret `whsec_` and the key in base64, as Replicate gives it
 * @returns the delivery's id; null if the call is invalid
 */
export function verifyWebhook(
  headers: Headers,
  body: Uint8Array,
  secret: string,
  now = Date.now(),
): string | null {
  const delivery = parseWebhookHeaders(headers, now);
  if (!delivery) return null;
  const { id, timestamp, signatures } = delivery;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  const isSigned = signatures.split(" ").some((each) => {
    const [version, value = ""] = each.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? id : null;
}
