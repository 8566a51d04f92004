import type { TextBubble } from "@/lib/scenes/bubbles/schema";

/** Placeholder of a bubble without text; stored as this word as well. */
export const blankText = "Text";

export const isBlank = ({ text }: TextBubble) => text.trim() === "";

/** The bubble as the editor draws it: a blank one has the size of its placeholder. */
export const withBlankText = (bubble: TextBubble): TextBubble =>
  isBlank(bubble) ? { ...bubble, text: blankText } : bubble;
