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

const imagePrefix = `${failureMessages.image}: `;
const videoPrefix = `${failureMessages.video}: `;

/** How the sentences of each kind of job begin. */
const prefixes = {
  scene: "",
  panel_image: imagePrefix,
  image: imagePrefix,
  character_image: "",
  location_image: "",
  video: videoPrefix,
} as const;

/** The public reason of a job that failed: the catalogue's words, or the server's sentence. */
export function failureOf(kind: keyof typeof prefixes, { code, message }: Reason): Reason {
  const isScene = kind === "scene";
  if (isScene && isQuotaMessage(message)) return { code, message: failureMessages.quota };
  if (code === "content_flagged" || isFlaggedMessage(message))
    return { code: "content_flagged", message: failureMessages.flagged };
  if (code === "ai_rate_limited" || isRateLimitMessage(message)) {
    const busy = isScene ? failureMessages.busy : failureMessages.painterBusy;
    return { code: "ai_rate_limited", message: busy };
  }
  if (isScene)
    return { code, message: isWriterSentence(message) ? message : failureMessages.writing };
  const isVideo = kind === "video";
  const general = isVideo ? failureMessages.video : failureMessages.image;
  const text = code === "internal" || message === "" ? general : message;
  const prefix = prefixes[kind];
  const isComplete =
    Object.values<string>(failureMessages).includes(text) || text.startsWith(prefix);
  const kept = code === "internal" ? "image_failed" : code;
  return {
    code: isVideo && code !== "ai_unavailable" ? "video_failed" : kept,
    message: isComplete ? text : prefix + text,
  };
}

/** Strips the prefix that `failureOf` adds. */
export const withoutPrefix = (message: string): string => {
  const prefix = [imagePrefix, videoPrefix].find((one) => message.startsWith(one)) ?? "";
  return message.slice(prefix.length);
};
