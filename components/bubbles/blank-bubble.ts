import type { TextBubble } from "@/lib/scenes/bubble";

/** What stands in a bubble until its author writes something; it is stored with this word, too. */
export const blankText = "Text";

export const isBlank = ({ text }: TextBubble) => text.trim() === "";

/** A bubble as it is shown while it is edited: a blank one is as large as its word. */
export const withBlankText = (bubble: TextBubble): TextBubble =>
  isBlank(bubble) ? { ...bubble, text: blankText } : bubble;
