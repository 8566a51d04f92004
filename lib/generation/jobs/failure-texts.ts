import {
  isFlaggedMessage,
  isQuotaMessage,
  isRateLimitMessage,
  isWriterSentence,
} from "@/lib/ai/provider-messages";
import type { ErrorCode } from "@/lib/platform/errors";

/**
 * Sentences of the specification's catalogue (section 8) that both sides use: failed background
 * work, and the browser.
 */
export const failureMessages = {
  quota: "AI service temporarily unavailable...",
  busy: "AI service is busy - please try again in a moment!",
  writing:
    "AI generation failed. This might be temporary - please try again or contact support if it persists.",
  images: "Scene generation failed during image creation",
  someImages: "some images failed to generate",
  flagged: "Content flagged as sensitive. Try a different prompt.",
  flaggedInChat:
    "Content was flagged as sensitive by the AI safety filter. Please try a different prompt.",
  painterBusy: "Rate limit reached. Please wait a moment and try again.",
  noJob: "No job ID in response",
  image: "Image generation failed",
  video: "Video generation failed",
  videoTimedOut: "Video generation timed out",
} as const;

/** Why something failed: an error code of the app, and a message of the app or of a provider. */
export interface Reason {
  code: ErrorCode;
  message: string;
  details?: { lost?: boolean };
}

/** The message of a scene whose script failed. */
export function sceneFailure(reason: Reason | null): Reason {
  if (!reason) return { code: "writer_failed", message: failureMessages.writing };
  const { code, message } = reason;
  if (isQuotaMessage(message)) return { code, message: failureMessages.quota };
  if (code === "ai_rate_limited" || isRateLimitMessage(message)) {
    return { code: "ai_rate_limited", message: failureMessages.busy };
  }
  if (code === "content_flagged" || isFlaggedMessage(message)) {
    return { code: "content_flagged", message: failureMessages.flagged };
  }
  return { code, message: isWriterSentence(message) ? message : failureMessages.writing };
}

/** The message of a portrait that failed: the server's, or the general one. */
export function portraitFailure(reason: Reason): Reason {
  const { code, message } = reason;
  if (code === "content_flagged" || isFlaggedMessage(message)) {
    return { code: "content_flagged", message: failureMessages.flagged };
  }
  if (code === "ai_rate_limited" || isRateLimitMessage(message)) {
    return { code: "ai_rate_limited", message: failureMessages.painterBusy };
  }
  return code === "internal" ? { code: "image_failed", message: failureMessages.image } : reason;
}

const prefix = `${failureMessages.image}: `;
const videoPrefix = `${failureMessages.video}: `;

/** The message of a panel that failed. */
export function panelFailure(reason: Reason): Reason {
  const failure = portraitFailure(reason);
  const isComplete = Object.values<string>(failureMessages).includes(failure.message);
  return isComplete || failure.message.startsWith(prefix)
    ? failure
    : { code: failure.code, message: prefix + failure.message };
}

/** The message of a video that failed. */
export function videoFailure({ code, message }: Reason): Reason {
  if (code === "content_flagged" || isFlaggedMessage(message)) {
    return { code: "content_flagged", message: failureMessages.flagged };
  }
  if (code === "ai_rate_limited" || isRateLimitMessage(message)) {
    return { code: "ai_rate_limited", message: failureMessages.painterBusy };
  }
  const isComplete = message === failureMessages.videoTimedOut || message === failureMessages.video;
  const text =
    code === "internal" || message === "" ? failureMessages.video : videoPrefix + message;
  return {
    code: code === "ai_unavailable" ? code : "video_failed",
    message: isComplete ? message : text,
  };
}

/** Strips the prefix that `panelFailure` and `videoFailure` add. */
export const withoutPrefix = (message: string): string => {
  const matched = [prefix, videoPrefix].find((one) => message.startsWith(one)) ?? "";
  return message.slice(matched.length);
};
