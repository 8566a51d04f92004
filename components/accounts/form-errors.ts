import { ApiError, textOf } from "@/lib/platform/http/api-error";

/** What goes on a field, and what no field can show. */
export interface Placed {
  fields: { field: string; message: string }[];
  /** For a toast, when no field takes it. */
  text: string | null;
}

const named = (error: unknown, known: readonly string[]) =>
  error instanceof ApiError ? error.errors.filter(({ field }) => known.includes(field)) : [];

const place = (fields: Placed["fields"], text: string): Placed => ({
  fields,
  text: fields.length > 0 ? null : text,
});

/** A network that is away says nothing about a field, even where its text names one. */
const isAboutInput = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** The password was right; the code of the second step is missing. */
export const wantsCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "second_step";

/** Where a failed sign-in is shown, by the words of the server. */
export function placeLoginError(error: unknown): Placed {
  const message = textOf(error, "Login failed");
  const fields = named(error, ["email", "password", "code"]);
  if (fields.length > 0 || !isAboutInput(error)) return place(fields, message);
  const words = message.toLowerCase();
  if (words.includes("invalid email or password")) {
    return place(
      ["email", "password"].map((field) => ({ field, message })),
      message,
    );
  }
  if (words.includes("account is deactivated") || words.includes("email")) {
    return place([{ field: "email", message }], message);
  }
  return place(words.includes("password") ? [{ field: "password", message }] : [], message);
}

/** Where a failed registration is shown. */
export function placeRegisterError(error: unknown): Placed {
  const message = textOf(error, "Registration failed");
  const fields = named(error, [
    "username",
    "email",
    "password",
    "firstName",
    "lastName",
    "inviteCode",
  ]);
  if (fields.length > 0 || !isAboutInput(error)) return place(fields, message);
  const words = message.toLowerCase();
  if (words.includes("username") && words.includes("taken")) {
    return place([{ field: "username", message }], message);
  }
  const exists = words.includes("email") && words.includes("exists");
  return place(exists ? [{ field: "email", message }] : [], message);
}

/** Where the failure of any other form is shown: on the fields that the server names. */
export const placeError = (error: unknown, known: readonly string[], fallback: string): Placed =>
  place(named(error, known), textOf(error, fallback));
