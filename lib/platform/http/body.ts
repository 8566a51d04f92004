import { release } from "../bytes";
import { AppError } from "../errors";

/** Bodies of JSON calls; uploads declare a limit of their own. */
export const defaultMaxBody = 256 * 1024;

/**
 * Reads at most `max` bytes, whatever Content-Length claims.
 * @throws AppError `payload_too_large`, `bad_request` where the length is a lie
 */
export async function readBody(
  request: Request,
  max: number,
  refuse: (bytes: number) => AppError = () =>
    new AppError(
      "payload_too_large",
      `This request is too large. At most ${Math.floor(max / 1024)} kB are accepted.`,
    ),
): Promise<Uint8Array> {
  const header = request.headers.get("content-length");
  const declared = header === null ? null : Number(header);
  if (declared !== null && declared > max) throw refuse(declared);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > max) {
      await reader.cancel();
      throw refuse(length);
    }
    chunks.push(value);
  }
  if (declared !== null && declared !== length) {
    throw new AppError("bad_request", "The request did not arrive whole. Please send it again.");
  }
  const whole = Buffer.concat(chunks);
  for (const chunk of chunks) release(chunk);
  return whole;
}

/** @throws AppError `invalid_json` */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid_json", "The request body is not valid JSON.");
  }
  if (!isStorable(value)) {
    throw new AppError("bad_request", "The request contains characters that cannot be stored.");
  }
  return value;
}

/** The database has no place for NUL and for half a letter (a lone surrogate). */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, entry]) => isStorable(key) && isStorable(entry));
}
