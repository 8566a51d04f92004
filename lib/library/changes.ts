/** Compares a copy in a story with its library entry, field by field. */

import { formatLora } from "@/lib/world/lora";

/** What a character or location is, in the library or in a story. */
export interface Sheet {
  name: string;
  title: string;
  description: string;
  imagePrompt: string;
  seed: string;
  loraName: string;
  loraWeight: number;
  /** Address of the portrait. */
  portrait: string | null;
  primaryMediaId: string | null;
  outfits: { name: string; description: string }[];
  /** Portraits (without a role) and reference pictures. */
  pictures: SheetPicture[];
}

export interface SheetPicture {
  role: "face" | "figure" | "view" | "expression" | "outfit" | "place" | null;
  outfit: string;
  label: string;
  mediaId: string;
  url: string;
  prompt: string;
  model: string;
}

/** Fields by key, as text: words, addresses of pictures. */
export type FieldValues = Record<string, string>;

export const outfitKey = (name: string) => `outfit:${name}`;
export const pictureKey = ({ role, outfit, url }: SheetPicture) =>
  `picture:${role}:${outfit}:${url}`;

/** Every field of a sheet. Only the shown portrait is a field. */
export const fieldsOf = (sheet: Sheet): FieldValues => ({
  name: sheet.name,
  title: sheet.title,
  description: sheet.description,
  imagePrompt: sheet.imagePrompt,
  lora: formatLora(sheet),
  portrait: sheet.portrait ?? "",
  ...Object.fromEntries(sheet.outfits.map((one) => [outfitKey(one.name), one.description])),
  ...Object.fromEntries(
    sheet.pictures.filter(({ role }) => role).map((one) => [pictureKey(one), one.label]),
  ),
});

export interface FieldChange {
  field: string;
  /** Null if only the other side has the field. */
  library: string | null;
  story: string | null;
  /** Where it changed since the last comparison. */
  changedIn: "library" | "story" | "both";
}

/**
 * The fields in which copy and entry differ.
 * @param base the values when both were last compared
 */
export function compareFields(
  library: FieldValues,
  story: FieldValues,
  base: FieldValues,
): FieldChange[] {
  return [...new Set([...Object.keys(library), ...Object.keys(story)])].flatMap((field) => {
    const [here, there] = [library[field], story[field]];
    if (here === there) return [];
    const before = base[field];
    const changedIn = here === before ? "story" : there === before ? "library" : "both";
    return [{ field, library: here ?? null, story: there ?? null, changedIn }];
  });
}

/** Whether the entry has something new for its copy. What the entry lost stays in the copy. */
export const isNews = ({ changedIn, library }: FieldChange): boolean =>
  changedIn !== "story" && library !== null;
