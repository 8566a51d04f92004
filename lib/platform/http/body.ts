import { release } from "../bytes";
import { AppError } from "../errors";
import { type JsonError, parseWithin } from "../json.mjs";

/** Bodies of JSON calls; uploads declare a limit of their own. */
export const defaultMaxBody = 256 * 1024;

const notWhole = "The request did not arrive whole. Please send it again.";

const tooLarge = (max: number) =>
  new AppError(
    "payload_too_large",
    `This request is too large. At most ${Math.floor(max / 1024)} kB are accepted.`,
  );

/** Lists and objects inside one another; the deepest body of ours, a bubble's style, has five. */
const maxDepth = 32;
/** Of a JSON call; the largest of ours, a panel with 24 bubbles, has 700. */
const maxValues = 20_000;
/** Of one object: the steps of a job, in a call of the engine. */
const maxKeys = 5_000;

/**
 * Reads at most `max` bytes, whatever Content-Length claims.
 * @throws AppError `payload_too_large`, `bad_request` where the length is a lie
 */
export async function readBody(
  request: Request,
  max: number,
  refuse: (bytes: number) => AppError = () => tooLarge(max),
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

const refusals = {
  depth: () => new AppError("bad_request", "The request is nested too deeply."),
  values: () => new AppError("bad_request", "The request has too many values."),
  letters: () =>
    new AppError("bad_request", "The request contains characters that cannot be stored."),
  syntax: () => new AppError("invalid_json", "The request body is not valid JSON."),
} satisfies Record<JsonError["code"], () => AppError>;

/**
 * @param most bytes, and values: each entry of a list or an object counts
 * @throws AppError `invalid_json`, `payload_too_large`, `bad_request` for what is too deep, too much,
 *   or cannot be stored
 */
export function parseJson(
  bytes: Uint8Array,
  { size = defaultMaxBody, values = maxValues } = {},
): unknown {
  if (bytes.byteLength === 0) return undefined;
  if (bytes.byteLength > size) throw tooLarge(size);
  try {
    return parseWithin(bytes, { depth: maxDepth, values, keys: maxKeys });
  } catch (error) {
    throw refusals[(error as JsonError).code]();
  }
}
