import "server-only";
import pino from "pino";
import { env } from "./env";
import { secretInPath } from "./redact-url";

const secretNames = /KEY|SECRET|TOKEN|PASSWORD|_CODE|DATABASE_URL|SMTP_URL/;
/** Such as `sk-…`, `r8_…`, a JSON web token, and what stands behind `Bearer`. */
const knownKey = /\b(?:(?:sk|r8|whsec|signkey)[-_][\w*-]+|eyJ[\w-]+(?:\.[\w-]*){2,4})/g;
const bearer = /\b(bearer|basic) +(?=[\w.~+/=-]*\d|\S{20})[\w.~+/=-]{8,}/gi;
/** Of an address: who signs in with what. */
const credentials = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/]{1,200}@/gi;
const queryOfAddress = /(\/[^\s?"'<>]{0,200})\?[^\s"'<>)]*/g;
const mailAddress = /[^\s<>()"',;:=/@…]{1,64}@[^\s<>()"',;:=/@]{1,255}\.\p{L}{2,}/gu;

/** A sentence without the value of a secret variable, whoever wrote it, and without what looks like a key. */
export function redactSecrets(sentence: string): string {
  const values = Object.entries(env()).flatMap(([name, value]) =>
    secretNames.test(name) && typeof value === "string" && value.length > 3 ? [value] : [],
  );
  return values
    .reduce((text, value) => text.replaceAll(value, "…"), sentence)
    .replace(knownKey, "…");
}

/**
 * What an exception says, for the log and for traces: without secrets, addresses of mail, and the
 * queries and keys of other addresses.
 */
export const redact = (message: string): string =>
  redactSecrets(message)
    .replace(credentials, "$1…@")
    .replace(bearer, "$1 …")
    .replace(queryOfAddress, "$1")
    .replace(secretInPath, "$1…")
    .replace(mailAddress, "[redacted]");

/**
 * The same for a thrown value that has been made ready for the log: for all that it says.
 * @param depth how far below itself
 */
export function redactError(input: unknown, depth = 4): unknown {
  if (typeof input === "string") return redact(input);
  if (typeof input !== "object" || input === null) return input;
  if (depth === 0) return "[…]";
  if (input instanceof Error) return redactError(pino.stdSerializers.err(input), depth - 1);
  if ("toJSON" in input && typeof input.toJSON === "function") {
    return redactError(input.toJSON(), depth - 1);
  }
  if (Array.isArray(input)) return input.map((one) => redactError(one, depth - 1));
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, redactError(value, depth - 1)]),
  );
}

/**
 * An exception as it may be kept elsewhere: itself where neither it nor its causes say anything that
 * is cleaned, or else one of the same name with clean words.
 */
export function redactException(thrown: unknown, depth = 4): unknown {
  if (!(thrown instanceof Error)) return redactError(thrown);
  const [message, stack] = [redact(thrown.message), thrown.stack && redact(thrown.stack)];
  const cause = depth > 0 ? redactException(thrown.cause, depth - 1) : undefined;
  const isClean = message === thrown.message && stack === thrown.stack && cause === thrown.cause;
  if (isClean) return thrown;
  const clean = new Error(message, { cause });
  clean.name = thrown.name;
  if (stack) clean.stack = stack;
  return clean;
}
