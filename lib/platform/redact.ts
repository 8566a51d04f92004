import "server-only";
import pino from "pino";
import { env } from "./env";

/** Keys in paths: of events and of receipts of reports. */
const secretInPath = /(\/(?:e|report)\/)[^\s/?]+/g;

/** A URL or path without its query, which may contain a token, and without keys in its path. */
export const redactUrl = (address: string): string =>
  address.replace(/\?\S*/g, "").replace(secretInPath, "$1…");

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^(\/|https?:|[A-Z]+ \/|[A-Z]+ https?:)/.test(value);

/** Redacts the URLs among a span's attributes and drops `url.query`. */
export const redactAttributes = <V>(attributes: Record<string, V>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => name !== "url.query")
      .map(([name, value]) => [name, isAddress(value) ? (redactUrl(value) as V) : value]),
  );

const secretNames = /KEY|SECRET|TOKEN|PASSWORD|_CODE|DATABASE_URL|SMTP_URL/;
/** Well-known key formats: `sk-…`, `r8_…`, JSON web tokens. */
const knownKey = /\b(?:(?:sk|r8|whsec|signkey)[-_][\w*-]+|eyJ[\w-]+(?:\.[\w-]*){2,4})/g;
const bearer = /\b(bearer|basic) +(?=[\w.~+/=-]*\d|\S{20})[\w.~+/=-]{8,}/gi;
/** User and password in a URL. */
const credentials = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/]{1,200}@/gi;
const queryOfAddress = /(\/[^\s?"'<>]{0,200})\?[^\s"'<>)]*/g;
const mailAddress = /[^\s<>()"',;:=/@…]{1,64}@[^\s<>()"',;:=/@]{1,255}\.\p{L}{2,}/gu;

/** Removes the values of secret variables, and anything that looks like a key. */
export function redactSecrets(sentence: string): string {
  const values = Object.entries(env()).flatMap(([name, value]) =>
    secretNames.test(name) && typeof value === "string" && value.length > 3 ? [value] : [],
  );
  return values
    .reduce((text, value) => text.replaceAll(value, "…"), sentence)
    .replace(knownKey, "…");
}

/**
 * Redacts a message for logs and traces: secrets, e-mail addresses, and queries and keys in URLs.
 */
export const redact = (message: string): string =>
  redactSecrets(message)
    .replace(credentials, "$1…@")
    .replace(bearer, "$1 …")
    .replace(queryOfAddress, "$1")
    .replace(secretInPath, "$1…")
    .replace(mailAddress, "[redacted]");

/**
 * Redacts every text of a serialised error.
 * @param depth greatest nesting; deeper values are dropped
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
 * An exception for external services: itself if neither it nor its causes need redaction, else a
 * redacted copy of the same name.
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
