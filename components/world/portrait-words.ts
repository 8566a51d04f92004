import { readKept, writeKept } from "@/components/ui/kept-values";

const keyOf = (ownerId: string) => `inkwright:portrait-edit:${ownerId}`;

/** What somebody wanted different in a portrait and has not got yet; empty where nothing is kept. */
export function portraitWords(ownerId: string): string {
  const text = readKept(keyOf(ownerId))?.values.text;
  return typeof text === "string" ? text : "";
}

/** Keeps it on this device; an empty text is forgotten. */
export const keepPortraitWords = (ownerId: string, text: string): void =>
  writeKept(keyOf(ownerId), text === "" ? null : { values: { text }, base: { text: "" } });
