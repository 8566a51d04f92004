import { flaggedError, ProviderError } from "../provider-error";
import { isRefusalMessage } from "../provider-messages";
import { retryAfterOf } from "../retry-after";

export type Medium = "image" | "video";

/** Wait in seconds when the service is busy and names no time. */
const defaultWaitSeconds = 10;
const maxWaitSeconds = 300;

const codeOf = (medium: Medium) => (medium === "image" ? "image_failed" : "video_failed");
const nameOf = (medium: Medium) => (medium === "image" ? "picture" : "video");

const busyError = (retryAfter: number, cause: unknown) =>
  new ProviderError(
    "ai_rate_limited",
    "The image service is busy. Please try again in a moment.",
    "anew",
    { retryAfter, cause },
  );

/** The wait that the service asks for, in seconds: from its headers, else from its message. */
function waitOf(headers: Headers, text: string): number {
  const told = retryAfterOf(headers) ?? Number(/resets? in ~?(\d+(?:\.\d+)?)\s*s/i.exec(text)?.[1]);
  return told ? Math.min(Math.max(1, Math.ceil(told)), maxWaitSeconds) : defaultWaitSeconds;
}

/** The vendor no longer offers the model; no prediction was created. */
export class ModelRetiredError extends ProviderError {
  constructor(medium: Medium, cause: unknown) {
    const advice =
      medium === "image"
        ? "Please choose another one in the story's settings."
        : "Please tell the administrator of this site.";
    super(codeOf(medium), `This model is not offered any more. ${advice}`, "final", { cause });
  }
}

/** The service may or may not have received the request. */
export const noAnswerError = (cause: unknown) =>
  new ProviderError("ai_unavailable", "The image service did not answer.", "unknown", { cause });

/**
 * The error for a response without success.
 * @param isCreation whether the response answers the paid request; other errors leave the
 * prediction as it is
 */
export function errorFromResponse(
  medium: Medium,
  { status, headers, text }: { status: number; headers: Headers; text: string },
  isCreation: boolean,
): ProviderError {
  const cause = new Error(`Replicate answered ${status}: ${text.slice(0, 200)}`);
  if (status === 429) {
    const error = busyError(waitOf(headers, text), cause);
    return isCreation
      ? error
      : new ProviderError(error.code, error.message, "unknown", error.details);
  }
  if (status >= 500 || status === 408) return noAnswerError(cause);
  if (isRefusalMessage(text)) return flaggedError(cause);
  if (status === 401 || status === 403) {
    return new ProviderError(
      "ai_unavailable",
      "The image service does not accept this site's key. Please tell its administrator.",
      "final",
      { cause },
    );
  }
  if (status === 402) {
    return new ProviderError(
      "ai_unavailable",
      "This site's quota at the image service is used up. Please try again later.",
      "final",
      { cause },
    );
  }
  if ((status === 404 || status === 410) && isCreation) return new ModelRetiredError(medium, cause);
  if (status === 404) return expiredError(medium, cause);
  return new ProviderError(
    codeOf(medium),
    "The image service could not work with this. Please change the description and try again.",
    "final",
    { cause },
  );
}

/** The error for a prediction that ended without a result. */
export function errorFromPrediction(
  medium: Medium,
  prediction: { id: string; status: string; error?: unknown; input?: unknown },
): ProviderError {
  const message = typeof prediction.error === "string" ? prediction.error : "";
  const { prompt } = (prediction.input ?? {}) as { prompt?: unknown };
  // The cause is logged and must not contain the author's words.
  const redacted = typeof prompt === "string" && prompt ? message.replaceAll(prompt, "…") : message;
  const cause = new Error(
    `Prediction ${prediction.id} ${prediction.status}: ${redacted.slice(0, 200)}`,
  );
  if (isRefusalMessage(message)) return flaggedError(cause);
  if (/\bE003\b|high demand|too many requests|rate limit/i.test(message)) {
    return busyError(waitOf(new Headers(), message), cause);
  }
  if (prediction.status === "canceled" || prediction.status === "aborted") {
    return new ProviderError(
      "ai_unavailable",
      "The image service ended the work before it was done. Please try again.",
      "anew",
      { cause },
    );
  }
  return new ProviderError(
    codeOf(medium),
    `The ${nameOf(medium)} could not be made. Please try again.`,
    "anew",
    { cause },
  );
}

/** The result was made and paid but is gone; only the author may decide to pay again. */
export const expiredError = (medium: Medium, cause?: unknown) =>
  new ProviderError(
    codeOf(medium),
    `The finished ${nameOf(medium)} was no longer there when it was fetched. Please try again.`,
    "final",
    { cause },
  );

export const unusableVideoError = (cause?: unknown) =>
  new ProviderError(
    "video_failed",
    "The video that came back could not be used. Please try again.",
    "final",
    { cause },
  );
