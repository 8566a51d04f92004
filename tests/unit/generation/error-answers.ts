import { ApiError, serverMessage } from "@/lib/platform/http/api-error";

/** The error that `api` throws for a response. */
export const answer = (status: number, body: Record<string, unknown>) =>
  new ApiError(
    serverMessage(body) ?? "An error occurred",
    status,
    (body.error as { code: ApiError["code"] } | undefined)?.code ?? "unknown",
    [],
    body,
  );
export const offline = new ApiError(
  "Network error - please check your connection",
  0,
  "network_error",
);
/** The server's sentences, which name the numbers of a limit. */
export const pauseText =
  "Please wait 4 seconds before generating another scene. This helps us manage server resources!";
export const hourText =
  "You've reached your hourly limit of 20 scene generations. Try again in 12 minutes!";
export const duplicateText =
  "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!";
export const pause = answer(429, { message: pauseText, errorType: "rate_limit" });
export const hour = answer(429, { message: hourText, errorType: "quota_exceeded" });
export const duplicate = answer(429, { message: duplicateText, errorType: "duplicate_prompt" });
export const tooMany = answer(429, {
  message: "Too many requests.",
  error: { code: "rate_limited" },
});
export const down = answer(503, { message: "The text service cannot be reached." });
export const silent = answer(500, {});

export const busy = "AI service is busy - please try again in a moment!";
export const unavailable = "AI service temporarily unavailable...";
export const failed =
  "AI generation failed. This might be temporary - please try again or contact support if it persists.";
export const wait = "Rate limit exceeded. Please wait a moment before trying again.";

export const broken = new TypeError("Cannot destructure property 'scene' of undefined");
