import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const PREFIX = /^signkey-\w+-/;
const TOLERANCE_SECONDS = 300;

/**
 * RFC 8785 (JCS) text of a JSON value. The SDK verifies a request against the canonical form of its
 * parsed body, so the engine signs and sends this text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const parts: string[] = [];
    for (const [key, entry] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (entry !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(entry)}`);
    }
    return `{${parts.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

function mac(body: string, timestamp: string, signingKey: string): Buffer {
  return createHmac("sha256", signingKey.replace(PREFIX, ""))
    .update(body)
    .update(timestamp)
    .digest();
}

/** The value of `X-Inngest-Signature` for a body sent now. */
export function sign(body: string, signingKey: string, now: number = Date.now()): string {
  const timestamp = String(Math.floor(now / 1_000));
  return `t=${timestamp}&s=${mac(body, timestamp, signingKey).toString("hex")}`;
}

/** True if `header` is a signature of `body` with this key, made within the last five minutes. */
export function verify(
  header: string | undefined,
  body: string,
  signingKey: string,
  now: number = Date.now(),
): boolean {
  const params = new URLSearchParams(header ?? "");
  const timestamp = params.get("t") ?? "";
  const given = Buffer.from(params.get("s") ?? "", "hex");
  const expected = mac(body, timestamp, signingKey);
  if (!/^\d+$/.test(timestamp) || given.length !== expected.length) return false;
  if (Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(given, expected);
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
