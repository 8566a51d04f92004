import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ENTROPY_BYTES = 10;

function encode(value: bigint, length: number): string {
  let text = "";
  let rest = value;
  for (let i = 0; i < length; i++) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

function toBigInt(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

/** A new ULID: 26 characters, sortable by the time of its making (milliseconds). */
export function ulid(now: number = Date.now()): string {
  return encode(BigInt(now), 10) + encode(toBigInt(randomBytes(ENTROPY_BYTES)), 16);
}

/**
 * The ids that a repeated send must get again: the SDK sends `<millis>,<base64 of 10 bytes>` in
 * `x-inngest-event-id-seed`, the same for every repetition of one send.
 * Answers null for a header that is missing or not of that form.
 */
export function seededIds(header: string | undefined): ((index: number) => string) | null {
  const [millis, base64] = (header ?? "").split(",");
  const time = Number(millis);
  const entropy = Buffer.from(base64 ?? "", "base64");
  if (!millis || !Number.isSafeInteger(time) || time < 0) return null;
  if (entropy.length !== ENTROPY_BYTES) return null;
  const start = toBigInt(entropy);
  const size = 1n << BigInt(ENTROPY_BYTES * 8);
  return (index) => encode(BigInt(time), 10) + encode((start + BigInt(index)) % size, 16);
}
