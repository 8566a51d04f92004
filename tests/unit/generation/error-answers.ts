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
export const now = Date.UTC(2026, 10, 21, 12);
export const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

export const pause = answer(429, { message: "x", errorType: "rate_limit", timeRemaining: 4 });
export const hour = (minutes: number) =>
  answer(429, {
    message: "x",
    errorType: "quota_exceeded",
    maxPerHour: 20,
    resetTime: inMinutes(minutes),
  });
export const duplicate = answer(429, {
  message: "x",
  errorType: "duplicate_prompt",
  timeRemaining: 200,
});
export const tooMany = answer(429, {
  message: "Too many requests.",
  error: { code: "rate_limited" },
});
export const down = answer(503, { message: "The text service cannot be reached." });
export const silent = answer(500, {});

export const hourly = (minutes: number) =>
  `You've reached your hourly limit of 20 scene generations. Try again in ${minutes} minutes!`;
export const busy = "AI service is busy - please try again in a moment!";
export const unavailable = "AI service temporarily unavailable...";
export const failed =
  "AI generation failed. This might be temporary - please try again or contact support if it persists.";
export const wait = "Rate limit exceeded. Please wait a moment before trying again.";

export const broken = new TypeError("Cannot destructure property 'scene' of undefined");
