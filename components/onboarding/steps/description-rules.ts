import { validateScenePrompt } from "@/components/studio/prompt/scene-prompt";
import { extractionLimits, improvableText } from "@/lib/generation/text/schema";
import { findProblem } from "@/lib/platform/zod";
import { updateStoryBody } from "@/lib/stories/schema";

/** Lengths of a description, in characters. */
export const descriptionLimits = { focusHint: 600, warning: 900, max: 1000 } as const;

export type DescriptionTone = "plain" | "near" | "over";

/** Colour of the description box: yellow above 900 characters, red above 1000. */
export function descriptionTone(text: string): DescriptionTone {
  if (text.length > descriptionLimits.max) return "over";
  return text.length > descriptionLimits.warning ? "near" : "plain";
}

/** Shown if a description has more characters and locations than the app extracts. */
export const focusHint = `Keep the focus on at most ${extractionLimits.characters} characters and ${extractionLimits.locations} locations.`;

export const needsFocusHint = (text: string) => text.length > descriptionLimits.focusHint;

/** Validates a description before saving: a message or null. */
export const validateDescription = (text: string): string | null =>
  findProblem(updateStoryBody.shape.description.unwrap(), text);

/** Validates a text before the AI improves it: a message or null. */
export const validateTextToImprove = (text: string): string | null =>
  findProblem(improvableText, text);

/** Validates the prompt of the first scene: a message or null. */
export function validateFirstPrompt(text: string): string | null {
  return text.trim() === "" ? "Please enter a scene prompt" : validateScenePrompt(text);
}

/** Minimum characters of an opening: a shorter sentence, or a 'Dr.', is joined with the next. */
const minOpeningLength = 40;

/** Maximum characters of an opening; a longer first sentence stays whole up to the prompt limit. */
const maxOpeningLength = 280;

/** The first sentences of a description, which the first scene most likely shows. */
export function extractOpening(description: string): string {
  const text = description.trim();
  if (text.length <= maxOpeningLength) return text;
  const sentences = text.match(/[^.!?…]+(?:[.!?…]+["'”’)]*\s*|$)/gu) ?? [];
  let opening = "";
  for (const sentence of sentences) {
    const isEnough = opening.trim().length >= minOpeningLength;
    if (isEnough && opening.length + sentence.length > maxOpeningLength) break;
    opening += sentence;
  }
  return (opening.trim() || text).slice(0, descriptionLimits.max);
}
