/** Our errors in the words of the engine: given up, tried later, or tried again. */
import "server-only";
import { NonRetriableError, RetryAfterError } from "inngest";
import { speaksOfFlag, speaksOfQuota } from "@/lib/ai/provider-words";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { toAppError } from "@/lib/platform/http/respond";

/** Trying again would end the same way, or would be paid for twice. */
const permanent: ReadonlySet<ErrorCode> = new Set([
  "bad_request",
  "validation_failed",
  "invalid_image",
  "invalid_json",
  "unauthorized",
  "forbidden",
  "not_found",
  "content_flagged",
  "writer_failed",
]);

/** As often tried as may be paid for. */
export class GivenUpError extends AppError {}

export const isPermanent = (error: unknown): boolean =>
  error instanceof GivenUpError ||
  (error instanceof AppError &&
    (error.details.permanent === true || permanent.has(error.code) || isSettled(error)));

/** A quota that is used up is not there again a few seconds later, nor is a flag lifted. */
const isSettled = ({ code, message }: AppError): boolean =>
  ((code === "ai_unavailable" || code === "ai_rate_limited") && speaksOfQuota(message)) ||
  ((code === "image_failed" || code === "video_failed") && speaksOfFlag(message));

/** An error of ours in the words of the engine: given up at once, tried later, or tried again. */
export function toStepError(thrown: unknown): Error {
  const error = toAppError(thrown);
  const cause = { cause: error.details.cause ?? thrown };
  if (isPermanent(error)) return new NonRetriableError(error.message, cause);
  const { retryAfter } = error.details;
  if (error.code === "ai_rate_limited" || retryAfter !== undefined) {
    return new RetryAfterError(error.message, Math.ceil((retryAfter ?? 30) * 1_000), cause);
  }
  return thrown instanceof Error ? thrown : error;
}
