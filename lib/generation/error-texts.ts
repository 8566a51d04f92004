import { isFlaggedMessage, isQuotaMessage, isRateLimitMessage } from "@/lib/ai/provider-messages";
import { ApiError, messageOf, serverMessage } from "@/lib/platform/http/api-error";
import type { EntityKind } from "@/lib/world/schema";
import { failureMessages, withoutPrefix } from "./jobs/failure-texts";

/**
 * What an author reads when something could not be made: the catalogue of the specification,
 * section 8. Each function takes whatever a call threw, or the words of a job that failed, as
 * `failedJob`.
 */
interface ToastText {
  text: string;
  /** How long a toast with it stays, in milliseconds. */
  duration: number;
}

const short = 2_000;
const long = 6_000;
const wait = "Rate limit exceeded. Please wait a moment before trying again.";

/** A job that its answer says has failed, in these words. */
export const failedJob = (message: string) =>
  new ApiError(message, 200, "unknown", [], { message });

/** What the server, or the failed job, said of its own; undefined where it said nothing. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.code === "network_error" ? error.message : serverMessage(error.body);
}

const isBusy = (error: unknown) =>
  (error instanceof ApiError && error.status === 429) || isRateLimitMessage(messageOf(error));

const isFlagged = (error: unknown) =>
  (error instanceof ApiError && error.code === "content_flagged") ||
  isFlaggedMessage(messageOf(error));

const detailsOf = (error: unknown): string =>
  error instanceof ApiError && typeof error.body.details === "string" ? error.body.details : "";

/** That a budget is used up, and when it is there again: no failure, so nothing stands before it. */
const budgetText = (error: unknown): string | null =>
  error instanceof ApiError && error.code === "budget_exceeded" ? error.message : null;

/** What says all there is to say, so that nothing stands before or after it. */
const textAlone = (error: unknown): string | null =>
  messageOf(error) === failureMessages.noJob ? failureMessages.noJob : budgetText(error);

/**
 * The refusals of a scene request that carry numbers, in their words; null for any other failure, and
 * where a number is missing.
 */
function limitText(error: unknown, now: number): string | null {
  if (!(error instanceof ApiError)) return null;
  const { errorType, timeRemaining, maxPerHour, resetTime } = error.body;
  switch (errorType) {
    case "rate_limit":
      if (typeof timeRemaining !== "number") return null;
      return `Please wait ${timeRemaining} seconds before generating another scene. This helps us manage server resources!`;
    case "quota_exceeded": {
      if (typeof maxPerHour !== "number") return null;
      const left = typeof resetTime === "string" ? new Date(resetTime).getTime() - now : 0;
      const minutes = Math.max(1, Math.ceil(left / 60_000) || 0);
      return `You've reached your hourly limit of ${maxPerHour} scene generations. Try again in ${minutes} minutes!`;
    }
    case "duplicate_prompt":
      return "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!";
    default:
      return null;
  }
}

/** A scene could not be started, or not be written. */
export function sceneErrorText(error: unknown, now = Date.now()): string {
  const limit = limitText(error, now);
  if (limit) return limit;
  const message = messageOf(error);
  if (isQuotaMessage(`${message} ${detailsOf(error)}`)) return failureMessages.quota;
  if (isBusy(error)) return failureMessages.busy;
  return message.includes("AI scene generation failed") ? failureMessages.writing : message;
}

/**
 * Whether the same words may do when they are sent again at once. Not those that were refused, nor
 * where something is to be waited for: the sentence says so.
 */
export const canRetry = (error: unknown): boolean =>
  limitText(error, 0) === null && budgetText(error) === null && !isFlagged(error);

/**
 * A scene could not be made anew. That the hour is used up is said as it is: a moment would not
 * help.
 */
export function sceneRegenerationErrorText(error: unknown, now = Date.now()): string {
  const spent = budgetText(error);
  if (spent) return spent;
  const isHour = error instanceof ApiError && error.body.errorType === "quota_exceeded";
  if (isHour) return limitText(error, now) ?? wait;
  if (isBusy(error)) return wait;
  const reason = reasonOf(error);
  return reason
    ? `Failed to regenerate scene: ${reason}`
    : "Failed to regenerate scene. Please try again.";
}

/** A panel's picture could not be made anew. */
export function panelErrorText(error: unknown): string {
  const alone = textAlone(error);
  if (alone) return alone;
  if (isFlagged(error)) return failureMessages.flagged;
  if (isBusy(error)) return failureMessages.painterBusy;
  const reason = withoutPrefix(reasonOf(error) ?? "");
  if (reason === failureMessages.painterBusy) return reason;
  return reason && reason !== failureMessages.image
    ? `Panel regeneration failed: ${reason}`
    : "Regeneration failed. Please try again.";
}

/** What is asked for in Edit Media. */
export type MediaWork = "edit" | "animate" | "regenerate";

interface MediaFailure {
  text: string;
  /** What the sentence leaves out: why, or what to do. */
  detail?: string;
}

/** A picture or video of Edit Media could not be made, in the words of its conversation. */
export function mediaErrorText(
  work: MediaWork,
  error: unknown,
  { hasStarted }: { hasStarted: boolean },
): MediaFailure {
  const alone = textAlone(error);
  if (alone) return { text: alone };
  const reason = withoutPrefix(reasonOf(error) ?? "");
  if (isFlagged(error)) return { text: failureMessages.flaggedInChat };
  if (isBusy(error) || reason === failureMessages.painterBusy)
    return { text: failureMessages.painterBusy };
  if (work === "regenerate") {
    return { text: panelErrorText(error), detail: "Try regenerating again" };
  }
  if (work === "animate") return videoErrorText(reason, hasStarted);
  const isReason = reason !== "" && reason !== failureMessages.image;
  return { text: isReason ? `${failureMessages.image}: ${reason}` : failureMessages.image };
}

function videoErrorText(reason: string, hasStarted: boolean): MediaFailure {
  if (hasStarted && reason === failureMessages.videoTimedOut) {
    return {
      text: "Video generation took longer than expected",
      detail: "If it finishes later, you will find it in the takes.",
    };
  }
  const text = hasStarted ? failureMessages.video : "Failed to start video generation";
  return { text, ...(reason && reason !== text && { detail: reason }) };
}

/** A portrait could not be started. */
export function portraitErrorText(kind: EntityKind, error: unknown): ToastText {
  if (isBusy(error)) return { text: wait, duration: long };
  const alone = textAlone(error);
  if (alone) return { text: alone, duration: long };
  const failed = `Failed to start ${kind} image regeneration`;
  if (kind === "character") return { text: failed, duration: short };
  const reason = reasonOf(error);
  return {
    text: reason ? `${failed}: ${reason}` : `${failed}. Please try again.`,
    duration: short,
  };
}

/** Characters and places could not be found in a description. */
export function extractionErrorText(error: unknown): ToastText {
  const details = detailsOf(error);
  if (error instanceof ApiError && error.body.errorType === "JSON_PARSE_ERROR") {
    const said = [details, error.body.suggestion].filter(
      (part) => typeof part === "string" && part,
    );
    return { text: `AI response format error: ${said.join(". ")}`, duration: 8_000 };
  }
  const message = messageOf(error);
  return { text: details ? `${message}: ${details}` : message, duration: long };
}

/** A text could not be improved. */
export function improveErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) {
    return "Text validation failed. Please ensure your text is meaningful and between 10-1000 characters.";
  }
  return messageOf(error);
}

/** A sheet could not be written from a description. */
export function sheetErrorText(kind: EntityKind, error: unknown): string {
  return (error instanceof ApiError && reasonOf(error)) || `Failed to generate ${kind}`;
}
