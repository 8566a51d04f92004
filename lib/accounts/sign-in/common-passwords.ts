import "server-only";
import { fieldError } from "@/lib/platform/errors";

const message = "Many people use this password, so it is soon guessed. Please choose another one.";

let common: Promise<Set<string>> | undefined;

/** The 10,000 most common passwords (ASVS 5, 6.2.4 asks for 3,000), loaded at first use. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, 10_000).map(String));
}

/**
 * Ignores case: capitals do not make a common password rare.
 * @throws AppError `validation_failed` on the field of the form
 */
export async function refuseCommon(password: string, field: string): Promise<void> {
  common ??= load();
  if (!(await common).has(password.toLowerCase())) return;
  throw fieldError(field, message);
}
