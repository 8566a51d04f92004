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
  painterBusy: "Rate limit reached. Please wait a moment and try again.",
  image: "Image generation failed",
} as const;

/** Whether words of a provider say that what may be spent is spent: no retry helps soon. */
export const speaksOfQuota = (text: string): boolean => /quota/i.test(text);
