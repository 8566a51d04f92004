import "server-only";
import type { z } from "zod";
import { translateDatabaseError } from "../db";
import { AppError, type FieldError } from "../errors";

/** A handler's way to add headers or a message to what it returns. */
export class Reply<T> {
  constructor(
    readonly value: T,
    readonly options: { message?: string; headers?: HeadersInit } = {},
  ) {}
}
export const reply = <T>(value: T, options: { message?: string; headers?: HeadersInit }) =>
  new Reply(value, options);

export const json = (body: unknown, status: number, headers: Headers): Response => {
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers });
};

/** One entry for each field that was wrong, in the words of its schema. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          field: [...issue.path, key].join("."),
          message: `Unknown field "${key}"`,
        }))
      : [{ field: issue.path.join("."), message: issue.message }],
  );
}

/** Whether a NUL stands in any text of the input: no text in the database can hold one. */
const containsNul = (input: unknown): boolean =>
  typeof input === "string"
    ? input.includes("\u0000")
    : typeof input === "object" && input !== null && Object.values(input).some(containsNul);

/** A form has fewer fields. */
const maxErrors = 50;

/** @throws AppError `validation_failed` with an entry for each field */
export function parseWith<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (containsNul(input)) {
    throw new AppError("validation_failed", "A text contains a character that cannot be stored.");
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error).slice(0, maxErrors);
  throw new AppError("validation_failed", errors[0]?.message ?? "Please check what you entered.", {
    errors,
  });
}

/** Any thrown thing as an error of ours; what we do not know stays inside. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return (
    translateDatabaseError(error) ??
    new AppError("internal", "An unexpected error occurred. Please try again.", { cause: error })
  );
}

/** The one shape of a failure on the wire. */
export function errorResponse(error: AppError, headers: Headers): Response {
  const { errors, extra, data, retryAfter } = error.details;
  // What was not read would be taken for the next request of this connection.
  if (/^(payload_too_large|request_timeout)$/.test(error.code)) headers.set("connection", "close");
  if (retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(retryAfter)));
  return json(
    {
      success: false,
      error: { code: error.code },
      message: error.message,
      ...(errors ? { errors } : {}),
      ...(extra ?? {}),
      ...(data === undefined ? {} : { data }),
    },
    error.status,
    headers,
  );
}
