import { AppError, type ErrorCode, type ErrorDetails } from "@/lib/platform/errors";

/**
 * How to retry a failed attempt. `anew`: the attempt has ended, a retry may pay for a new attempt.
 * `final`: the attempt has ended, a retry would fail too. `unknown`: the provider may still
 * complete the attempt, so a retry must request the same attempt.
 */
type Retryability = "anew" | "final" | "unknown";

/** An error of a provider with a code of the ports. */
export class ProviderError extends AppError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly retryability: Retryability,
    details: ErrorDetails = {},
  ) {
    super(code, message, retryability === "final" ? { ...details, permanent: true } : details);
    this.name = "ProviderError";
  }
}

/** The provider refused the words of a request, or what it made of them. */
export const flaggedError = (cause?: unknown) =>
  new ProviderError(
    "content_flagged",
    "This description was flagged as sensitive. Change the wording and try again.",
    "final",
    { cause },
  );

/**
 * Reads the field rather than the class: a shared promise rejects with the class from the module
 * instance of its first caller (see AppError).
 */
export function retryabilityOf(error: unknown): Retryability {
  const own =
    error instanceof AppError ? (error as Partial<ProviderError>).retryability : undefined;
  return own ?? "anew";
}
