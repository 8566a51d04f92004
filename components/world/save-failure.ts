import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/platform/http/api-error";
import { fieldNames } from "./entity-values";

/**
 * Shows a refused save on the fields that the server names.
 * @returns what no field shows, in the server's words; null where the fields say it all
 */
export function saveFailure<Values extends FieldValues>(
  error: Error,
  form: UseFormReturn<Values>,
): string | null {
  if (!(error instanceof ApiError)) return error.message || "An unexpected error occurred";
  const named = error.errors.filter(({ field }) => fieldNames.some((name) => name === field));
  named.forEach(({ field, message }, index) => {
    form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 });
  });
  return named.length > 0 ? null : error.message;
}
