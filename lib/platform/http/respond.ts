import "server-only";
import type { z } from "zod";
import { translateDatabaseError } from "../db";
import { AppError, type FieldError } from "../errors";
import { isStorable } from "../json.mjs";
import { issueMessage } from "../text/issue-messages";

/** A handler's result with headers of the response. */
export class Reply<T> {
  constructor(
    readonly value: T,
    readonly headers?: HeadersInit,
  ) {}
}

export const json = (body: unknown, status: number, headers: Headers): Response => {
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers });
};

/**
 * One entry per invalid field, in the words of its schema; for a body of several kinds, those of the
 * kind that it resembles most.
 */
export function fieldErrors({ issues }: Pick<z.ZodError, "issues">): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        field: [...issue.path, key].join("."),
        message: `Unknown field "${key}"`,
      }));
    }
    const kinds = issue.code === "invalid_union" && issue.path.length === 0 ? issue.errors : [];
    const [nearest] = kinds
      .map((of) => fieldErrors({ issues: of }))
      .sort((a, b) => a.length - b.length);
    return nearest ?? [{ field: issue.path.join("."), message: issue.message }];
  });
}

/** More than the fields of any form. */
const maxErrors = 50;

/** @throws AppError `validation_failed` with an entry per field */
export function parseWith<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (!isStorable(input)) {
    throw new AppError("validation_failed", "A text contains a character that cannot be stored.");
  }
  const parsed = schema.safeParse(input, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error).slice(0, maxErrors);
  throw new AppError("validation_failed", errors[0]?.message ?? "Please check what you entered.", {
    errors,
  });
}

/** Converts any thrown value to an AppError; unknown errors become `internal` without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return (
    translateDatabaseError(error) ??
    new AppError("internal", "An unexpected error occurred. Please try again.", { cause: error })
  );
}

/** The response of a failure. */
export function errorResponse(error: AppError, headers: Headers): Response {
  const { errors, extra, data, retryAfter } = error.details;
  // The unread rest of the body would be parsed as the connection's next request.
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
