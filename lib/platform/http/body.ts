import { AppError, serviceBusy } from "../errors";
import { type JsonError, parseJsonWithin } from "../json.mjs";
import { releaseBuffer } from "../threads/release-buffer";
import { bodyTimeoutMs } from "./body-timeout.mjs";

/** Bytes of a JSON body; uploads declare their own limit. */
export const defaultMaxBody = 256 * 1024;

const incompleteMessage = "The request did not arrive whole. Please send it again.";

const tooLargeError = (max: number) =>
  new AppError(
    "payload_too_large",
    `This request is too large. At most ${Math.floor(max / 1024)} kB are accepted.`,
  );

/** Limit of nesting; the deepest body of the app, a bubble's style, has five levels. */
const maxDepth = 32;
/** Limit of values in a JSON body; the largest of the app, a mask of 5,000 points, has 15,500. */
const maxValues = 20_000;
/** Limit of keys in one object; the largest contains the steps of a job in a call of the engine. */
const maxKeys = 5_000;

/** Milliseconds between two checks of a body, and least bytes between them: 8 kB/s. */
const checkIntervalMs = 20_000;
const minBytesPerCheck = 160_000;

const tooSlowError = () =>
  new AppError(
    "request_timeout",
    "What you sent arrived too slowly. Please try again on a faster connection.",
  );

interface InFlightBody {
  length: number;
  /** Bytes between the last two checks; infinite before the second. */
  bytesPerCheck: number;
  end: (reason: AppError) => void;
}

/** Bodies being received. Their total size is limited; beyond it the slowest is refused. */
export class InFlightBodies extends Set<InFlightBody> {
  constructor(readonly maxBytes: number) {
    super();
  }

  /** Among equally slow bodies the newest is rejected, so that the others complete. */
  evictSlowest(): void {
    let sum = 0;
    for (const { length } of this) sum += length;
    while (sum > this.maxBytes) {
      const slowest = [...this].reduce((one, other) =>
        other.bytesPerCheck <= one.bytesPerCheck ? other : one,
      );
      sum -= slowest.length;
      this.delete(slowest);
      slowest.end(serviceBusy(5));
    }
  }
}

/**
 * Reads at most `max` bytes, whatever Content-Length claims.
 * @throws AppError `payload_too_large`, `bad_request` if the length differs from Content-Length,
 * `request_timeout` if the body arrives too slowly, `unavailable` if other bodies need the memory
 */
export async function readBody(
  request: Request,
  max: number,
  refuse: (bytes: number) => AppError = () => tooLargeError(max),
  arrivals = new InFlightBodies(max),
): Promise<Uint8Array> {
  const header = request.headers.get("content-length");
  const declared = header === null ? null : Number(header);
  if (declared !== null && declared > max) throw refuse(declared);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const reader = request.body.getReader();
  let ended: AppError | null = null;
  const arrival: InFlightBody = {
    length: 0,
    bytesPerCheck: Number.POSITIVE_INFINITY,
    end(reason) {
      ended = reason;
      // Resolves the pending read.
      reader.cancel().catch(() => {});
    },
  };
  let seen = 0;
  let checks = 0;
  const timer = setInterval(() => {
    checks += 1;
    arrival.bytesPerCheck = arrival.length - seen;
    seen = arrival.length;
    if (arrival.bytesPerCheck < minBytesPerCheck || checks * checkIntervalMs >= bodyTimeoutMs) {
      arrival.end(tooSlowError());
    }
  }, checkIntervalMs);
  arrivals.add(arrival);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        // The client disconnected or was too slow.
        throw ended ?? new AppError("bad_request", incompleteMessage, { cause });
      });
      if (ended) throw ended;
      if (done) break;
      arrival.length += value.byteLength;
      if (arrival.length > max) {
        await reader.cancel();
        throw refuse(arrival.length);
      }
      chunks.push(value);
      arrivals.evictSlowest();
    }
  } finally {
    clearInterval(timer);
    arrivals.delete(arrival);
  }
  if (declared !== null && declared !== arrival.length) {
    throw new AppError("bad_request", incompleteMessage);
  }
  const joined = Buffer.concat(chunks);
  for (const chunk of chunks) releaseBuffer(chunk);
  return joined;
}

const refusals = {
  depth: () => new AppError("bad_request", "The request is nested too deeply."),
  values: () => new AppError("bad_request", "The request has too many values."),
  letters: () =>
    new AppError("bad_request", "The request contains characters that cannot be stored."),
  syntax: () => new AppError("invalid_json", "The request body is not valid JSON."),
} satisfies Record<JsonError["code"], () => AppError>;

/**
 * Parses JSON within limits.
 * @param size in bytes; `values` counts each entry of a list or object
 * @throws AppError `invalid_json`, `payload_too_large`, `bad_request` for a document that is too
 * deep, has too many values or cannot be stored
 */
export function parseJson(
  bytes: Uint8Array,
  { size = defaultMaxBody, values = maxValues } = {},
): unknown {
  if (bytes.byteLength === 0) return undefined;
  if (bytes.byteLength > size) throw tooLargeError(size);
  try {
    return parseJsonWithin(bytes, { depth: maxDepth, values, keys: maxKeys });
  } catch (error) {
    throw refusals[(error as JsonError).code]();
  }
}
