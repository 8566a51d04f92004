import { ApiError, messageWithFallback } from "@/lib/platform/http/api-error";

/** What goes on a field, and what no field can show. */
export interface MappedErrors {
  fields: { field: string; message: string }[];
  /** For a toast, when no field takes it. */
  text: string | null;
}

const pickFieldErrors = (error: unknown, known: readonly string[]) =>
  error instanceof ApiError ? error.errors.filter(({ field }) => known.includes(field)) : [];

const createMappedErrors = (fields: MappedErrors["fields"], text: string): MappedErrors => ({
  fields,
  text: fields.length > 0 ? null : text,
});

/** A network that is away says nothing about a field, even where its text names one. */
const isAboutInput = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** The password was right; the code of the second step is missing. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "second_step";

/** Where a failed sign-in is shown, by the words of the server. */
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

/** Where a failed registration is shown. */
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

/** Where the failure of any other form is shown: on the fields that the server names. */
export const mapFormError = (
  error: unknown,
  known: readonly string[],
  fallback: string,
): MappedErrors =>
  createMappedErrors(pickFieldErrors(error, known), messageWithFallback(error, fallback));
