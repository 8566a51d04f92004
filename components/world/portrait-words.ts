import { readKept, writeKept } from "@/components/ui/kept-values";
import { longestImagePrompt } from "@/lib/media/schema";

const keyOf = (ownerId: string) => `inkwright:portrait-edit:${ownerId}`;

/** What somebody wanted different in a portrait and has not got yet; empty where nothing is kept. */
export function portraitWords(ownerId: string): string {
  const text = readKept(keyOf(ownerId))?.values.text;
  return typeof text === "string" ? text : "";
}

/** Keeps it on this device; an empty text is forgotten. */
export const keepPortraitWords = (ownerId: string, text: string): void =>
  writeKept(keyOf(ownerId), text === "" ? null : { values: { text }, base: { text: "" } });

/**
 * The words that pictures are painted from, once a portrait was changed in words: those before would
 * paint what it was. Undefined where they would become too long.
 */
export function changedPrompt(before: string, change: string): string | undefined {
  const told = `${before.trim().replace(/[.\s]*$/, ".")} Changed since: ${change.trim()}`;
  return told.length <= longestImagePrompt ? told : undefined;
}
