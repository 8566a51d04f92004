import { release } from "../bytes";
import { AppError } from "../errors";

/** Bodies of JSON calls; uploads declare a limit of their own. */
export const defaultMaxBody = 256 * 1024;

const notWhole = "The request did not arrive whole. Please send it again.";

/** Lists and objects inside one another; the deepest body of ours, a bubble's style, has five. */
const maxDepth = 32;

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
    const { done, value } = await reader.read().catch((cause: unknown) => {
      // Its sender went away, or took too long: no fault of ours.
      throw new AppError("bad_request", notWhole, { cause });
    });
    if (done) break;
    length += value.byteLength;
    if (length > max) {
      await reader.cancel();
      throw refuse(length);
    }
    chunks.push(value);
  }
  if (declared !== null && declared !== length) {
    throw new AppError("bad_request", notWhole);
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
  if (isDeeper(value, maxDepth)) {
    throw new AppError("bad_request", "The request is nested too deeply.");
  }
  if (!isStorable(value)) {
    throw new AppError("bad_request", "The request contains characters that cannot be stored.");
  }
  return value;
}

/** Whether a value has more than `levels` of lists and objects inside one another. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => isDeeper(entry, levels - 1));
}

/** The database has no place for NUL and for half a letter (a lone surrogate). */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, entry]) => isStorable(key) && isStorable(entry));
}
