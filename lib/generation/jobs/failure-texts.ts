import { speaksOfFlag, speaksOfQuota, speaksOfTooMany } from "@/lib/ai/provider-words";
import type { ErrorCode } from "@/lib/platform/errors";

/**
 * Sentences of the specification's catalogue (section 8) that are said on both sides: by work that
 * fails in the background, and by the browser.
 */
export const sentences = {
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

/** Why something failed: a code of ours, and words of ours or of a provider. */
export interface Reason {
  code: ErrorCode;
  message: string;
}

/** What is said of a scene whose script did not come. */
export function sceneFailure(reason: Reason | null): Reason {
  if (!reason) return { code: "writer_failed", message: sentences.writing };
  const { code, message } = reason;
  if (speaksOfQuota(message)) return { code, message: sentences.quota };
  if (code === "ai_rate_limited" || speaksOfTooMany(message)) {
    return { code: "ai_rate_limited", message: sentences.busy };
  }
  if (code === "content_flagged" || speaksOfFlag(message)) {
    return { code: "content_flagged", message: sentences.flagged };
  }
  return { code, message: sentences.writing };
}

/** What is said of a portrait that could not be painted: the server's words, or the general ones. */
export function portraitFailure(reason: Reason): Reason {
  const { code, message } = reason;
  if (code === "content_flagged" || speaksOfFlag(message)) {
    return { code: "content_flagged", message: sentences.flagged };
  }
  if (code === "ai_rate_limited" || speaksOfTooMany(message)) {
    return { code: "ai_rate_limited", message: sentences.painterBusy };
  }
  return code === "internal" ? { code: "image_failed", message: sentences.image } : reason;
}

const prefix = `${sentences.image}: `;
const videoPrefix = `${sentences.video}: `;

/** What is said of a panel that could not be painted. */
export function panelFailure(reason: Reason): Reason {
  const said = portraitFailure(reason);
  const isWhole = Object.values<string>(sentences).includes(said.message);
  return isWhole || said.message.startsWith(prefix)
    ? said
    : { code: said.code, message: prefix + said.message };
}

/** What is said of a video that could not be made. */
export function videoFailure({ code, message }: Reason): Reason {
  if (code === "content_flagged" || speaksOfFlag(message)) {
    return { code: "content_flagged", message: sentences.flagged };
  }
  if (code === "ai_rate_limited" || speaksOfTooMany(message)) {
    return { code: "ai_rate_limited", message: sentences.painterBusy };
  }
  const isWhole = message === sentences.videoTimedOut || message === sentences.video;
  const said = code === "internal" || message === "" ? sentences.video : videoPrefix + message;
  return {
    code: code === "ai_unavailable" ? code : "video_failed",
    message: isWhole ? message : said,
  };
}

/** The reason alone of what `panelFailure` and `videoFailure` say. */
export const withoutPrefix = (message: string): string => {
  const said = [prefix, videoPrefix].find((one) => message.startsWith(one)) ?? "";
  return message.slice(said.length);
};
