import { promptProblem } from "@/components/studio/scene-prompt";
import { entityFocus, improvableText } from "@/lib/generation/text/schema";
import { updateStoryBody } from "@/lib/stories/schema";

/** Lengths of a description, in characters. */
export const descriptionLimits = { focusHint: 600, warning: 900, most: 1000 } as const;

export type Tone = "plain" | "near" | "over";

/** How the box of the description is coloured: yellow above 900 characters, red above 1000. */
export function descriptionTone(text: string): Tone {
  if (text.length > descriptionLimits.most) return "over";
  return text.length > descriptionLimits.warning ? "near" : "plain";
}

/** Said once a description holds more people and places than are taken out of it. */
export const focusHint = `Keep the focus on at most ${entityFocus.characters} characters and ${entityFocus.locations} locations.`;

export const needsFocusHint = (text: string) => text.length > descriptionLimits.focusHint;

/** What is wrong with a description that shall be saved, or null. */
export function descriptionProblem(text: string): string | null {
  const result = updateStoryBody.shape.description.unwrap().safeParse(text);
  return result.success ? null : (result.error.issues[0]?.message ?? null);
}

/** What is wrong with a text that shall be improved, or null. */
export function improvementProblem(text: string): string | null {
  const result = improvableText.safeParse(text);
  return result.success ? null : (result.error.issues[0]?.message ?? null);
}

/** What is wrong with the prompt of the first scene, or null. */
export function firstPromptProblem(text: string): string | null {
  return text.trim() === "" ? "Please enter a scene prompt" : promptProblem(text);
}

/** An opening is at least so long: a sentence that is shorter, or a 'Dr.', begins one. */
const shortestOpening = 40;

/** An opening is at most so long; a first sentence that is longer stays whole up to a prompt's limit. */
const openingLength = 280;

/** The first sentences of a description: what the first scene most likely shows. */
export function openingOf(description: string): string {
  const text = description.trim();
  if (text.length <= openingLength) return text;
  const sentences = text.match(/[^.!?…]+(?:[.!?…]+["'”’)]*\s*|$)/gu) ?? [];
  let opening = "";
  for (const sentence of sentences) {
    const isEnough = opening.trim().length >= shortestOpening;
    if (isEnough && opening.length + sentence.length > openingLength) break;
    opening += sentence;
  }
  return (opening.trim() || text).slice(0, descriptionLimits.most);
}
