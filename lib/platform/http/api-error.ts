import type { z } from "zod";
import type { ErrorCode, FieldError } from "../errors";

/** A failed call, as the browser sees it. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: ErrorCode | "network_error" | "invalid_answer" | "unknown",
    readonly errors: FieldError[] = [],
    /** The whole answer: some failures carry more, such as `timeRemaining`. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** Stands for a server's sentence where an answer has none. */
export const fallbackMessage = "An error occurred";

/** Stands for an answer that cannot be read. */
export const unexpectedErrorMessage = "An unexpected error occurred";

/** No answer at all. */
export const networkError = () =>
  new ApiError("Network error - please check your connection", 0, "network_error");

/** What people read of a failure: what a program says of its own is never shown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.message !== "" ? error.message : unexpectedErrorMessage;

/** What went wrong: in the server's sentence, or in the caller's where the server said nothing. */
export const messageWithFallback = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message !== fallbackMessage && error.message !== ""
    ? error.message
    : fallback;

/** The server's sentence from wherever it stands: message, error, or the first of errors. */
export function serverMessage(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { message, error, errors } = body as Record<string, unknown>;
  const first = Array.isArray(errors) ? errors[0] : undefined;
  return [
    message,
    error,
    first,
    field(error, "message"),
    field(first, "msg"),
    field(first, "message"),
  ].find((value): value is string => typeof value === "string" && value.trim() !== "");
}

const field = (value: unknown, name: string) =>
  typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Whether an entry of a refusal's `errors` is about a field. */
export const isFieldError = (entry: unknown): entry is FieldError =>
  typeof field(entry, "field") === "string" && typeof field(entry, "message") === "string";

/** Whether a call failed because nobody is signed in (any more). */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

/** What is there now, from the refusal of a save that was based on an older version. */
export function currentRowOf<S extends z.ZodType>(error: unknown, schema: S): z.output<S> | null {
  if (!(error instanceof ApiError) || error.code !== "stale_version") return null;
  return schema.safeParse(error.body.data).data ?? null;
}
