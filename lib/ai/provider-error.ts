import { AppError, type ErrorCode, type ErrorDetails } from "@/lib/platform/errors";

/**
 * What an attempt at a provider is worth after an error. `anew`: it is over, another may be paid
 * for. `final`: it is over, and another would end the same way. `unknown`: it may have been taken or
 * be done; whoever asks again asks for the same one.
 */
type Retryability = "anew" | "final" | "unknown";

/** An error of a provider, in the codes of the ports. */
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

/**
 * By its field, not by its class: what the process holds once throws the class of whoever asked
 * first (see AppError).
 */
export function retryabilityOf(error: unknown): Retryability {
  const fate =
    error instanceof AppError ? (error as Partial<ProviderError>).retryability : undefined;
  return fate ?? "anew";
}
