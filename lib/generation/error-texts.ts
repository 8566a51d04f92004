import { isFlaggedMessage, isQuotaMessage, isRateLimitMessage } from "@/lib/ai/provider-messages";
import { ApiError, messageOf, serverMessage } from "@/lib/platform/http/api-error";
import type { EntityKind } from "@/lib/world/schema";
import { failureMessages, withoutPrefix } from "./jobs/failure-texts";

/**
 * Texts that an author reads when a generation fails: the catalogue of the specification, section
 * 8. Each function takes the error that a call threw, or the message of a failed job, wrapped by
 * `failedJob`.
 */
interface ToastText {
  text: string;
  /** Milliseconds for which the toast stays. */
  duration: number;
}

const short = 2_000;
const long = 6_000;
const wait = "Rate limit exceeded. Please wait a moment before trying again.";

/** Wraps the message of a failed job, so that the functions below accept it as an error. */
export const failedJob = (message: string) =>
  new ApiError(message, 200, "unknown", [], { message });

/** The message of the server or of the failed job, if any. */
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

/**
 * The message that a budget is used up, with its reset time. Without a prefix, because this is not
 * a failure.
 */
const budgetText = (error: unknown): string | null =>
  error instanceof ApiError && error.code === "budget_exceeded" ? error.message : null;

/** A message that needs no prefix and no advice. */
const textAlone = (error: unknown): string | null =>
  messageOf(error) === failureMessages.noJob ? failureMessages.noJob : budgetText(error);

const limits: readonly unknown[] = ["rate_limit", "quota_exceeded", "duplicate_prompt"];

/** The server's sentence for a scene request that exceeded a limit; null for other errors. */
const limitText = (error: unknown): string | null =>
  error instanceof ApiError && limits.includes(error.body.errorType) ? error.message : null;

/** The server's sentence if a budget or the hourly number of texts is used up. */
export const ideasRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.code === "budget_exceeded" || error.code === "rate_limited")
    ? error.message
    : undefined;

/** The text when a scene could not be started or written. */
export function sceneErrorText(error: unknown): string {
  const limit = limitText(error);
  if (limit) return limit;
  const message = messageOf(error);
  if (isQuotaMessage(`${message} ${detailsOf(error)}`)) return failureMessages.quota;
  if (isBusy(error)) return failureMessages.busy;
  return message.includes("AI scene generation failed") ? failureMessages.writing : message;
}

/**
 * Whether the author can send the same prompt again at once. False for refused prompts, and for
 * errors whose text tells the author to wait.
 */
export const canRetry = (error: unknown): boolean =>
  limitText(error) === null && budgetText(error) === null && !isFlagged(error);

/**
 * The text when a scene could not be regenerated. An exhausted hourly quota is named as such:
 * waiting a moment does not help.
 */
export function sceneRegenerationErrorText(error: unknown): string {
  const spent = budgetText(error);
  if (spent) return spent;
  if (error instanceof ApiError && error.body.errorType === "quota_exceeded") return error.message;
  if (isBusy(error)) return wait;
  const reason = reasonOf(error);
  return reason
    ? `Failed to regenerate scene: ${reason}`
    : "Failed to regenerate scene. Please try again.";
}

/** The text when a panel could not be regenerated. */
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

/** The requests of Edit Media. */
export type MediaWork = "edit" | "animate" | "regenerate";

export interface MediaFailure {
  text: string;
  /** The reason or the advice that the sentence does not contain yet. */
  detail?: string;
}

/** The text of a failed picture or video in the conversation of Edit Media. */
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

/** The text when a portrait could not be started. */
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

/** The text when an extraction of characters and locations failed. */
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

/** The text when an improvement failed. */
export function improveErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) {
    return "Text validation failed. Please ensure your text is meaningful and between 10-1000 characters.";
  }
  return messageOf(error);
}

/** The text when a sheet could not be written from a description. */
export function sheetErrorText(kind: EntityKind, error: unknown): string {
  return (error instanceof ApiError && reasonOf(error)) || `Failed to generate ${kind}`;
}
