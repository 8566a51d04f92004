import { hasMinLength } from "@/lib/platform/weighted-length";
import { z } from "@/lib/platform/zod";

/** A text bubble as it is stored: everything in fractions of the panel or in px at 672 px width. */
export const bubbleTypes = ["speech", "thought", "narration", "subtitle"] as const;
export const bubbleAnchors = [
  "top-left",
  "top-right",
  "bottom-left",
  "bottom-right",
  "center",
] as const;
export const bubbleFonts = [
  "Bangers",
  "Comic Neue",
  "Creepster",
  "Fredoka One",
  "Bungee",
  "Righteous",
] as const;
export const bubbleShapes = ["rounded", "oval", "rectangular", "cloud"] as const;
export const tailDirections = [
  "bottom-left",
  "bottom-right",
  "top-left",
  "top-right",
  "left",
  "right",
  "none",
] as const;

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, "Colours are written like #ffcc00");
const fraction = z.number().min(0).max(1);

export const bubbleStyle = z.strictObject({
  fontSize: z.number().min(8).max(72).default(16),
  fontFamily: z.enum(bubbleFonts).default("Bangers"),
  fontWeight: z.number().int().min(100).max(900).default(400),
  textColor: colour.default("#000000"),
  backgroundColor: colour.default("#ffffff"),
  borderColor: colour.default("#374151"),
  borderWidth: z.number().min(0).max(12).default(2),
  borderStyle: z.enum(["solid", "dashed", "dotted", "none"]).default("solid"),
  bubbleShape: z.enum(bubbleShapes).default("rounded"),
  padding: z.number().min(0).max(60).default(10),
  maxWidth: z.number().min(80).max(300).default(160),
  tailDirection: z.enum(tailDirections).default("bottom-left"),
  tailSize: z.number().min(0).max(60).default(12),
  /** Where the tail ends, in fractions of the panel: the speaker's mouth. */
  tailTip: z.strictObject({ x: fraction, y: fraction }).nullable().default(null),
  shadow: z.boolean().default(true),
  opacity: z.number().min(0).max(1).default(1),
});
export type BubbleStyle = z.infer<typeof bubbleStyle>;

export const textBubble = z.strictObject({
  id: z.string().min(1).max(80),
  text: z
    .string()
    .max(500, "Bubble text must be at most 500 characters")
    // Blank text is stored as 'Text': an invisible bubble could not be found again.
    .transform((value) => (hasMinLength(1)(value) ? value : "Text")),
  type: z.enum(bubbleTypes).default("speech"),
  /** Who says it, for the transcript; null for narration. */
  speaker: z.string().max(100).nullable().default(null),
  position: z.strictObject({
    x: fraction,
    y: fraction,
    anchor: z.enum(bubbleAnchors).default("center"),
  }),
  style: bubbleStyle,
  /** Whether an author added or changed it: making its scene anew asks before it goes. */
  byHand: z.boolean().optional(),
});
export type TextBubble = z.infer<typeof textBubble>;

export const textBubbles = z.array(textBubble).max(24, "A panel holds at most 24 bubbles");

/** Characters of a panel's bubbles together: nobody could read more, and each is drawn for all. */
const maxCharacters = 3000;

/** Bubbles as somebody writes them. */
export const bubblesInput = textBubbles.refine(
  (bubbles) => bubbles.reduce((sum, { text }) => sum + text.length, 0) <= maxCharacters,
  `The bubbles of a panel hold at most ${maxCharacters} characters together`,
);

/** Three for each of the most panels that a story can have: whoever opens it is sent all of them. */
export const maxBubblesPerStory = 9000;
export const tooManyBubblesMessage = `A story holds at most ${maxBubblesPerStory} bubbles. Remove some first, or continue in another story.`;
