import { ApiError } from "@/lib/platform/http/api-error";

/** What an author reads when a scene could not be started: the catalogue of the specification. */
export function generationErrorText(error: unknown, now = Date.now()): string {
  if (!(error instanceof ApiError)) {
    return error instanceof Error ? error.message : "An unexpected error occurred";
  }
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
  }
  const details = typeof error.body.details === "string" ? error.body.details : "";
  if (/quota/i.test(`${error.message} ${details}`)) {
    return "AI service temporarily unavailable...";
  }
  if (error.status === 429) return "AI service is busy - please try again in a moment!";
  if (error.message.includes("AI scene generation failed")) {
    return "AI generation failed. This might be temporary - please try again or contact support if it persists.";
  }
  return error.message;
}
