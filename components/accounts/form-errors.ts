import {
  createMappedErrors,
  type MappedErrors,
  pickFieldErrors,
} from "@/components/ui/forms/form-errors";
import { ApiError, messageWithFallback } from "@/lib/platform/http/api-error";

/** A network error concerns no field, even if its text names one. */
const isAboutInput = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Whether the password was right and the second-step code is missing. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "second_step";

/** Maps a failed sign-in to fields, by the server's message. */
export function mapLoginError(error: unknown): MappedErrors {
  const message = messageWithFallback(error, "Login failed");
  const fields = pickFieldErrors(error, ["email", "password", "code"]);
  if (fields.length > 0 || !isAboutInput(error)) return createMappedErrors(fields, message);
  const words = message.toLowerCase();
  if (words.includes("invalid email or password")) {
    return createMappedErrors(
      ["email", "password"].map((field) => ({ field, message })),
      message,
    );
  }
  if (words.includes("account is deactivated") || words.includes("email")) {
    return createMappedErrors([{ field: "email", message }], message);
  }
  return createMappedErrors(
    words.includes("password") ? [{ field: "password", message }] : [],
    message,
  );
}

/** Maps a failed registration to fields. */
export function mapRegisterError(error: unknown): MappedErrors {
  const message = messageWithFallback(error, "Registration failed");
  const fields = pickFieldErrors(error, [
    "username",
    "email",
    "password",
    "firstName",
    "lastName",
    "inviteCode",
  ]);
  if (fields.length > 0 || !isAboutInput(error)) return createMappedErrors(fields, message);
  const words = message.toLowerCase();
  if (words.includes("username") && words.includes("taken")) {
    return createMappedErrors([{ field: "username", message }], message);
  }
  const exists = words.includes("email") && words.includes("exists");
  return createMappedErrors(exists ? [{ field: "email", message }] : [], message);
}
