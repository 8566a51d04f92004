import { validateScenePrompt } from "@/components/studio/scene-prompt";
import { extractionLimits, improvableText } from "@/lib/generation/text/schema";
import { updateStoryBody } from "@/lib/stories/schema";

/** Lengths of a description, in characters. */
export const descriptionLimits = { focusHint: 600, warning: 900, max: 1000 } as const;

export type DescriptionTone = "plain" | "near" | "over";

/** How the box of the description is coloured: yellow above 900 characters, red above 1000. */
export function descriptionTone(text: string): DescriptionTone {
  if (text.length > descriptionLimits.max) return "over";
  return text.length > descriptionLimits.warning ? "near" : "plain";
}

/** Said once a description holds more people and places than are taken out of it. */
export const focusHint = `Keep the focus on at most ${extractionLimits.characters} characters and ${extractionLimits.locations} locations.`;

export const needsFocusHint = (text: string) => text.length > descriptionLimits.focusHint;

/** What is wrong with a description that shall be saved, or null. */
export function validateDescription(text: string): string | null {
  const result = updateStoryBody.shape.description.unwrap().safeParse(text);
  return result.success ? null : (result.error.issues[0]?.message ?? null);
}

/** What is wrong with a text that shall be improved, or null. */
export function validateTextToImprove(text: string): string | null {
  const result = improvableText.safeParse(text);
  return result.success ? null : (result.error.issues[0]?.message ?? null);
}

/** What is wrong with the prompt of the first scene, or null. */
export function validateFirstPrompt(text: string): string | null {
  return text.trim() === "" ? "Please enter a scene prompt" : validateScenePrompt(text);
}

/** An opening is at least so long: a sentence that is shorter, or a 'Dr.', begins one. */
const minOpeningLength = 40;

/** An opening is at most so long; a first sentence that is longer stays whole up to a prompt's limit. */
const maxOpeningLength = 280;

/** The first sentences of a description: what the first scene most likely shows. */
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
