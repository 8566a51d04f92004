import { ApiError, messageWithFallback } from "@/lib/platform/http/api-error";

/** Errors by field, and errors that no field can show. */
export interface MappedErrors {
  fields: { field: string; message: string }[];
  /** Text for a toast, if no field shows the error. */
  text: string | null;
}

export const pickFieldErrors = (error: unknown, known: readonly string[]) =>
  error instanceof ApiError ? error.errors.filter(({ field }) => known.includes(field)) : [];

export const createMappedErrors = (fields: MappedErrors["fields"], text: string): MappedErrors => ({
  fields,
  text: fields.length > 0 ? null : text,
});

/** Maps an error to the fields that the server names. */
export const mapFormError = (
  error: unknown,
  known: readonly string[],
  fallback: string,
): MappedErrors =>
  createMappedErrors(pickFieldErrors(error, known), messageWithFallback(error, fallback));
