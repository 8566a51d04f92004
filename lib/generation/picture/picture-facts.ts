/** What a panel's picture depends on, and short fingerprints that reveal a change. */
import { createHash } from "node:crypto";
import type { ReferenceRole } from "@/lib/ai/painter";
import type { MadeWith } from "@/lib/media/schema";

/** A reference picture of a sheet. */
export interface SheetPicture {
  role: ReferenceRole;
  label: string;
  mediaId: string;
  outfitId: string | null;
}

/** A character or location with its pictures. */
export interface Sheet {
  id: string;
  name: string;
  imagePrompt: string;
  description: string;
  primaryMediaId: string | null;
  references: SheetPicture[];
  /** Characters alone have one. */
  loraName?: string;
  loraWeight?: number;
}

export interface Outfit {
  id: string;
  name: string;
  description: string;
}

/** What all pictures of a story have in common. */
export interface StoryLook {
  artStyle: string;
  aspectRatio: string;
  styleMediaId: string | null;
  /** The model that paints now. */
  model: string;
}

export interface PictureFacts<Person extends Sheet = Sheet, Place extends Sheet = Sheet> {
  look: StoryLook;
  prompt: string;
  shot: string;
  contract: unknown;
  /** In the order of the frame, each with the outfit in force; null: the usual clothes. */
  characters: (Person & { outfit: Outfit | null })[];
  location: Place | null;
}

/** The words of a panel that decide which views and expressions its request carries. */
export const wordsOf = ({ prompt, shot }: Pick<PictureFacts, "prompt" | "shot">) =>
  `${prompt} ${shot}`;

/**
 * Fingerprints of the facts that a panel's picture depends on, one per fact. Ids occur only in the
 * keys, where merges and remixes rename them. A picture is stale if one of the fingerprints that it
 * was made with has changed. A missing portrait has no fingerprint, so a first portrait makes no
 * picture stale.
 */
export function basisOf(facts: PictureFacts): MadeWith["basis"] {
  const { look, characters, location } = facts;
  return Object.fromEntries([
    ["prompt", fingerprint([facts.prompt, facts.shot])],
    ["contract", fingerprint(facts.contract)],
    ["style", fingerprint([look.artStyle, look.styleMediaId, look.model, look.aspectRatio])],
    ["cast", fingerprint(characters.length)],
    ...characters.flatMap((one) => [
      ...sheetBasis(`looks:${one.id}`, one),
      [`outfit:${one.id}`, fingerprint(outfitFacts(one))],
      [`lora:${one.id}`, fingerprint(one.loraName ? [one.loraName, one.loraWeight] : null)],
    ]),
    ...(location
      ? sheetBasis(`location:${location.id}`, location)
      : [["location", fingerprint(null)]]),
  ]);
}

const sheetBasis = (key: string, { imagePrompt, description, primaryMediaId }: Sheet) => [
  [key, fingerprint([imagePrompt, description])],
  ...(primaryMediaId ? [[`portrait:${key}`, fingerprint(primaryMediaId)]] : []),
];

const outfitFacts = ({ outfit, references }: PictureFacts["characters"][number]) =>
  outfit && [
    outfit.name,
    outfit.description,
    ...references
      .filter(({ outfitId }) => outfitId === outfit.id)
      .map(({ mediaId }) => mediaId)
      .sort(),
  ];

/** Sorts keys first, because PostgreSQL reorders the keys of its JSON. */
const fingerprint = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value ?? null, sorted))
    .digest("base64url")
    .slice(0, 16);

const sorted = (_: string, value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The facts of a picture's basis that have changed since it was made. */
export const staleFacts = (basis: MadeWith["basis"], current: MadeWith["basis"]): string[] =>
  Object.keys(basis).filter((fact) => basis[fact] !== current[fact]);
