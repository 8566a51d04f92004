import { ApiError, serverMessage } from "@/lib/platform/http/api-error";
import type { EntityKind } from "@/lib/world/schema";

/**
 * What an author reads when something could not be made: the catalogue of the specification,
 * section 8. Each function takes whatever a call threw.
 */
interface Said {
  text: string;
  /** How long a toast with it stays, in milliseconds. */
  duration: number;
}

const short = 2_000;
const long = 6_000;

const messageOf = (error: unknown) =>
  error instanceof Error && error.message !== "" ? error.message : "An unexpected error occurred";

const isBusy = (error: unknown) =>
  (error instanceof ApiError && error.status === 429) ||
  /too many requests/i.test(messageOf(error));

const isFlagged = (error: unknown) =>
  (error instanceof ApiError && error.code === "content_flagged") ||
  /flagged as sensitive|E005/i.test(messageOf(error));

/** The refusals of a scene request that carry numbers, in their words; null for any other failure. */
function limitText(error: unknown, now: number): string | null {
  if (!(error instanceof ApiError)) return null;
  const { errorType, timeRemaining, maxPerHour, resetTime } = error.body;
  switch (errorType) {
    case "rate_limit":
      return `Please wait ${timeRemaining} seconds before generating another scene. This helps us manage server resources!`;
    case "quota_exceeded": {
      const wait = typeof resetTime === "string" ? new Date(resetTime).getTime() - now : 0;
      const minutes = Math.max(1, Math.ceil(wait / 60_000));
      return `You've reached your hourly limit of ${maxPerHour} scene generations. Try again in ${minutes} minutes!`;
    }
    case "duplicate_prompt":
      return "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!";
    default:
      return null;
  }
}

/** A scene could not be started. */
export function sceneErrorText(error: unknown, now = Date.now()): string {
  const limit = limitText(error, now);
  if (limit) return limit;
  if (!(error instanceof ApiError)) return messageOf(error);
  const details = typeof error.body.details === "string" ? error.body.details : "";
  if (/quota/i.test(`${error.message} ${details}`)) return "AI service temporarily unavailable...";
  if (error.status === 429) return "AI service is busy - please try again in a moment!";
  if (error.message.includes("AI scene generation failed")) {
    return "AI generation failed. This might be temporary - please try again or contact support if it persists.";
  }
  return error.message;
}

/** A scene could not be made anew. */
export function sceneRegenerationErrorText(error: unknown, now = Date.now()): string {
  const limit = limitText(error, now);
  if (limit) return limit;
  if (isBusy(error)) return "AI service is busy - please try again in a moment!";
  const message = error instanceof ApiError ? error.message : "";
  return message
    ? `Failed to regenerate scene: ${message}`
    : "Failed to regenerate scene. Please try again.";
}

/** A panel's picture could not be made anew. */
export function panelErrorText(error: unknown): string {
  if (isFlagged(error)) return "Content flagged as sensitive. Try a different prompt.";
  if (isBusy(error)) return "Rate limit reached. Please wait a moment and try again.";
  return `Panel regeneration failed: ${messageOf(error)}`;
}

/** A portrait could not be started. */
export function portraitErrorText(kind: EntityKind, error: unknown): Said {
  if (isBusy(error)) {
    return {
      text: "Rate limit exceeded. Please wait a moment before trying again.",
      duration: long,
    };
  }
  const failed = `Failed to start ${kind} image regeneration`;
  if (kind === "character") return { text: failed, duration: short };
  const message = error instanceof ApiError ? error.message : "";
  return {
    text: message ? `${failed}: ${message}` : `${failed}. Please try again.`,
    duration: short,
  };
}

/** Characters and places could not be found in a description. */
export function extractionErrorText(error: unknown): Said {
  if (error instanceof ApiError) {
    const { errorType, details, suggestion } = error.body;
    if (errorType === "JSON_PARSE_ERROR") {
      return { text: `AI response format error: ${details}. ${suggestion}`, duration: 8_000 };
    }
    if (typeof details === "string" && details !== "") {
      return { text: `${error.message}: ${details}`, duration: long };
    }
  }
  return { text: messageOf(error), duration: long };
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
  const own = error instanceof ApiError ? serverMessage(error.body) : undefined;
  return own ?? `Failed to generate ${kind}`;
}
