import { readDraft, writeDraft } from "@/components/ui/forms/draft-storage";

const storageKeyOf = (ownerId: string) => `inkwright:portrait-edit:${ownerId}`;

/** What somebody wanted different in a portrait and has not got yet; empty where nothing is kept. */
export function loadPortraitPromptDraft(ownerId: string): string {
  const text = readDraft(storageKeyOf(ownerId))?.values.text;
  return typeof text === "string" ? text : "";
}

/** Keeps it on this device; an empty text is forgotten. */
export const savePortraitPromptDraft = (ownerId: string, text: string): void =>
  writeDraft(storageKeyOf(ownerId), text === "" ? null : { values: { text }, base: { text: "" } });
