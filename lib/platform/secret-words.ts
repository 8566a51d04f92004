import "server-only";
import pino from "pino";
import { env } from "./env";
import { keyInPath } from "./telemetry-words";

const secretNames = /KEY|SECRET|TOKEN|PASSWORD|_CODE|DATABASE_URL|SMTP_URL/;
/** Such as `sk-…`, `r8_…`, a JSON web token, and what stands behind `Bearer`. */
const knownKey = /\b(?:(?:sk|r8|whsec|signkey)[-_][\w*-]+|eyJ[\w-]+(?:\.[\w-]*){2,4})/g;
const bearer = /\b(bearer|basic) +(?=[\w.~+/=-]*\d|\S{20})[\w.~+/=-]{8,}/gi;
/** Of an address: who signs in with what. */
const credentials = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/]{1,200}@/gi;
const queryOfAddress = /(\/[^\s?"'<>]{0,200})\?[^\s"'<>)]*/g;
const mailAddress = /[^\s<>()"',;:=/@…]{1,64}@[^\s<>()"',;:=/@]{1,255}\.\p{L}{2,}/gu;

/** A sentence without the value of a secret variable, whoever wrote it, and without what looks like a key. */
export function withoutSecrets(sentence: string): string {
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
export const cleaned = (message: string): string =>
  withoutSecrets(message)
    .replace(credentials, "$1…@")
    .replace(bearer, "$1 …")
    .replace(queryOfAddress, "$1")
    .replace(keyInPath, "$1…")
    .replace(mailAddress, "[redacted]");

/**
 * The same for a thrown value that has been made ready for the log: for all that it says.
 * @param depth how far below itself
 */
export function cleanedError(said: unknown, depth = 4): unknown {
  if (typeof said === "string") return cleaned(said);
  if (typeof said !== "object" || said === null) return said;
  if (depth === 0) return "[…]";
  if (said instanceof Error) return cleanedError(pino.stdSerializers.err(said), depth - 1);
  if ("toJSON" in said && typeof said.toJSON === "function") {
    return cleanedError(said.toJSON(), depth - 1);
  }
  if (Array.isArray(said)) return said.map((one) => cleanedError(one, depth - 1));
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, cleanedError(value, depth - 1)]),
  );
}

/**
 * An exception as it may be kept elsewhere: itself where neither it nor its causes say anything that
 * is cleaned, or else one of the same name with clean words.
 */
export function cleanedException(thrown: unknown, depth = 4): unknown {
  if (!(thrown instanceof Error)) return cleanedError(thrown);
  const [message, stack] = [cleaned(thrown.message), thrown.stack && cleaned(thrown.stack)];
  const cause = depth > 0 ? cleanedException(thrown.cause, depth - 1) : undefined;
  const isClean = message === thrown.message && stack === thrown.stack && cause === thrown.cause;
  if (isClean) return thrown;
  const clean = new Error(message, { cause });
  clean.name = thrown.name;
  if (stack) clean.stack = stack;
  return clean;
}
