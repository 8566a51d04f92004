/** Every value of `error.code` with its HTTP status. The list is closed. */
export const errorStatus = {
  bad_request: 400,
  invalid_json: 400,
  validation_failed: 400,
  invalid_image: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  second_step: 401,
  account_deactivated: 401,
  budget_exceeded: 402,
  forbidden: 403,
  bad_origin: 403,
  invalid_invite: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  stale_version: 409,
  in_use: 409,
  not_publishable: 409,
  username_taken: 409,
  email_exists: 409,
  scene_busy: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  rate_limit: 429,
  quota_exceeded: 429,
  duplicate_prompt: 429,
  ai_rate_limited: 429,
  content_flagged: 422,
  internal: 500,
  not_implemented: 501,
  writer_failed: 502,
  image_failed: 502,
  video_failed: 502,
  ai_unavailable: 503,
  unavailable: 503,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

export interface FieldError {
  field: string;
  message: string;
}

export interface ErrorDetails {
  errors?: FieldError[];
  /** Further top-level fields of the response that the contract names, such as `errorType`. */
  extra?: Record<string, string | number | boolean>;
  /** Sent as `data`; for `stale_version`, the current row. */
  data?: unknown;
  /** Seconds, sent as the header Retry-After. */
  retryAfter?: number;
  /** Whether every retry fails until a person changes something. */
  permanent?: boolean;
  /** The problem of a model's answer, to ask for a valid one. */
  problem?: string;
  /**
   * Shown on the status page instead of the message; names numbers and settings for the
   * administrator.
   */
  advice?: string;
  /** Whether the work ended because its process died: the author may then retry. */
  lost?: boolean;
  cause?: unknown;
}

const brand = Symbol.for("inkwright.AppError");

/** The error that rules throw. Its message is for people: what happened, what to do next. */
export class AppError extends Error {
  readonly [brand] = true;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/**
 * Pages and routes are bundled separately, each with a copy of this class, but objects shared per
 * process, such as the AI providers, throw the copy of their first caller. instanceof therefore
 * accepts all copies of AppError; a subclass accepts only its own instances.
 */
Object.defineProperty(AppError, Symbol.hasInstance, {
  value(this: unknown, candidate: unknown): boolean {
    if (this === AppError) return candidate instanceof Error && brand in candidate;
    return Function.prototype[Symbol.hasInstance].call(this, candidate);
  },
});

/** An error of one field, whose form shows the message at it. */
export const fieldError = (
  field: string,
  message: string,
  code: ErrorCode = "validation_failed",
): AppError => new AppError(code, message, { errors: [{ field, message }] });

/** One answer for an unknown id and for another author's draft. */
export const notFound = (what = "page") =>
  new AppError("not_found", `This ${what} could not be found. It may have been removed.`);

/** For a request without a valid session. */
export const unauthorized = () => new AppError("unauthorized", "Please sign in to continue.");

/** A retry may succeed in a moment. @param retryAfter in seconds */
export const serviceBusy = (retryAfter: number, cause?: unknown): AppError =>
  new AppError("unavailable", "The service is busy right now. Please try again in a few seconds.", {
    retryAfter,
    ...(cause === undefined ? {} : { cause }),
  });
