import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { z } from "@/lib/platform/zod";

/**
 * A stored text bubble: positions in fractions of the panel, sizes in px at a panel width of 672
 * px.
 */
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

/** Limits of `fontSize`, and the step of its slider. */
export const fontSizes = { min: 8, max: 72, step: 1 } as const;
/** Limits of `maxWidth`, and the step of its slider. */
export const bubbleWidths = { min: 80, max: 300, step: 10 } as const;

export const bubbleStyle = z.strictObject({
  fontSize: z.number().min(fontSizes.min).max(fontSizes.max).default(16),
  fontFamily: z.enum(bubbleFonts).default("Bangers"),
  fontWeight: z.number().int().min(100).max(900).default(400),
  textColor: colour.default("#000000"),
  backgroundColor: colour.default("#ffffff"),
  borderColor: colour.default("#374151"),
  borderWidth: z.number().min(0).max(12).default(2),
  borderStyle: z.enum(["solid", "dashed", "dotted", "none"]).default("solid"),
  bubbleShape: z.enum(bubbleShapes).default("rounded"),
  padding: z.number().min(0).max(60).default(10),
  maxWidth: z.number().min(bubbleWidths.min).max(bubbleWidths.max).default(160),
  tailDirection: z.enum(tailDirections).default("bottom-left"),
  tailSize: z.number().min(0).max(60).default(12),
  /** The tip of the tail, in fractions of the panel: the speaker's mouth. */
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
    // Blank text is stored as 'Text': an author could not find an invisible bubble again.
    .transform((value) => (hasMinLength(1)(value) ? value : "Text")),
  type: z.enum(bubbleTypes).default("speech"),
  /** The speaker, for the transcript; null for narration. */
  speaker: z.string().max(100).nullable().default(null),
  position: z.strictObject({
    x: fraction,
    y: fraction,
    anchor: z.enum(bubbleAnchors).default("center"),
  }),
  style: bubbleStyle,
  /** Whether an author added or changed it: regenerating the scene asks before replacing it. */
  byHand: z.boolean().optional(),
});
export type TextBubble = z.infer<typeof textBubble>;

/** Limit of bubbles in a panel. */
export const maxBubbles = 24;
export const textBubbles = z
  .array(textBubble)
  .max(maxBubbles, `A panel holds at most ${maxBubbles} bubbles`);

/**
 * Limit of characters in all bubbles of a panel together: more would be unreadable, and every page
 * carries them.
 */
const maxCharacters = 3000;

/** Bubbles as clients send them. */
export const bubblesInput = textBubbles.refine(
  (bubbles) => bubbles.reduce((sum, { text }) => sum + text.length, 0) <= maxCharacters,
  `The bubbles of a panel hold at most ${maxCharacters} characters together`,
);

/**
 * Limit of bubbles in a story, three for each panel of the largest one, since every reader
 * downloads all of them.
 */
export const maxBubblesPerStory = 9000;
export const tooManyBubblesMessage = `A story holds at most ${maxBubblesPerStory} bubbles. Remove some first, or continue in another story.`;
