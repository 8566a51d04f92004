import { createHash, randomUUID } from "node:crypto";

/** A new id; ids sort by creation time (milliseconds). */
export const newId = (now = Date.now()): string =>
  `${String(now).padStart(13, "0")}-${randomUUID()}`;

/**
 * The event ids of a send, which are the same for its repetitions: the SDK sends `<millis>,<base64
 * of 10 bytes>` in `x-inngest-event-id-seed`, the same for every repetition of one send. Returns
 * null for a missing or invalid header.
 */
export function seededIds(header: string | undefined): ((index: number) => string) | null {
  if (!header || !/^\d{1,15},[A-Za-z0-9+/]{14}==$/.test(header)) return null;
  return (index) => createHash("sha256").update(`${header},${index}`).digest("hex").slice(0, 32);
}
