import type { z } from "zod";
import type { ErrorCode, FieldError } from "../errors";

/** A failed call, as the browser sees it. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: ErrorCode | "network_error" | "invalid_answer" | "unknown",
    readonly errors: FieldError[] = [],
    /** The complete response; some failures carry more, such as `timeRemaining`. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** Whether the server understood and refused the request: a retry changes nothing. */
export const isClientError = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The message for a response without one. */
export const fallbackMessage = "An error occurred";

/** The message for a response that cannot be read. */
export const unexpectedErrorMessage = "An unexpected error occurred";

/** The error for a call without a response. */
export const networkError = () =>
  new ApiError("Network error - please check your connection", 0, "network_error");

/** The message for people; internal messages of programs are never shown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.message !== "" ? error.message : unexpectedErrorMessage;

/** The server's message, or the fallback if the server sent none. */
export const messageWithFallback = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message !== fallbackMessage && error.message !== ""
    ? error.message
    : fallback;

/** The server's message, from any of its fields: message, error, or the first of errors. */
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

/** Whether an entry of `errors` concerns a field. */
export const isFieldError = (entry: unknown): entry is FieldError =>
  typeof field(entry, "field") === "string" && typeof field(entry, "message") === "string";

/** Whether a call failed because the user is not signed in any more. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

/** The current row, from the error of a save that was based on a stale version. */
export function currentRowOf<S extends z.ZodType>(error: unknown, schema: S): z.output<S> | null {
  if (!(error instanceof ApiError) || error.code !== "stale_version") return null;
  return schema.safeParse(error.body.data).data ?? null;
}
