import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Codes of authenticator apps: RFC 6238 with the parameters that all apps support: SHA-1, six
 * digits, 30 seconds.
 */
const seconds = 30;
const digits = 6;

/** Accepted clock difference in periods, either way. */
const drift = 1;

/** The period of a moment in milliseconds. */
export const stepAt = (time: number): number => Math.floor(time / 1000 / seconds);

/** The code of a period (RFC 4226, section 5.3). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The period of a code; null outside the accepted difference. */
export function stepOf(secret: Uint8Array, code: string, now = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => current - drift + index);
  const shown = Buffer.from(code);
  return steps.find((step) => timingSafeEqual(shown, Buffer.from(codeAt(secret, step)))) ?? null;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding: people can type it. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** The URI in the QR code. */
export function keyAddress(issuer: string, account: string, secret: Uint8Array): string {
  const [by, who] = [issuer, account].map(encodeURIComponent);
  return `otpauth://totp/${by}:${who}?secret=${base32(secret)}&issuer=${by}`;
}
