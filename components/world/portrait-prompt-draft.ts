import { readDraft, writeDraft } from "@/components/ui/forms/draft-storage";

const storageKeyOf = (ownerId: string) => `inkwright:portrait-edit:${ownerId}`;

/** Loads the edit prompt of a portrait that is not drawn yet; empty if there is none. */
export function loadPortraitPromptDraft(ownerId: string): string {
  const text = readDraft(storageKeyOf(ownerId))?.values.text;
  return typeof text === "string" ? text : "";
}

/** Stores it on this device; an empty text removes it. */
export const savePortraitPromptDraft = (ownerId: string, text: string): void =>
  writeDraft(storageKeyOf(ownerId), text === "" ? null : { values: { text }, base: { text: "" } });
