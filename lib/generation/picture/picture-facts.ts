/** What a panel's picture depends on, and the short fingerprints by which a change is noticed. */
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

/** The words of a panel by which views and expressions are chosen. */
export const wordsOf = ({ prompt, shot }: Pick<PictureFacts, "prompt" | "shot">) =>
  `${prompt} ${shot}`;

/**
 * Fingerprints of the facts that a panel's picture depends on, one per fact. Ids are in their keys
 * alone, where a merge and a remix rename them. The picture is stale where one that it was made with
 * differs from today's. A portrait that did not exist yet is no fact: its first arrival makes no
 * picture stale.
 */
export function basisOf(facts: PictureFacts): MadeWith["basis"] {
  const { look, characters, location } = facts;
  return Object.fromEntries([
    ["prompt", print([facts.prompt, facts.shot])],
    ["contract", print(facts.contract)],
    ["style", print([look.artStyle, look.styleMediaId, look.model, look.aspectRatio])],
    ["cast", print(characters.length)],
    ...characters.flatMap((one) => [
      ...sheetBasis(`looks:${one.id}`, one),
      [`outfit:${one.id}`, print(outfitFacts(one))],
    ]),
    ...(location ? sheetBasis(`location:${location.id}`, location) : [["location", print(null)]]),
  ]);
}

const sheetBasis = (key: string, { imagePrompt, description, primaryMediaId }: Sheet) => [
  [key, print([imagePrompt, description])],
  ...(primaryMediaId ? [[`portrait:${key}`, print(primaryMediaId)]] : []),
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

/** PostgreSQL orders the keys of its JSON by itself, so the order of keys does not count. */
const print = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value ?? null, sorted))
    .digest("base64url")
    .slice(0, 16);

const sorted = (_: string, value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The facts by which a picture is stale: those of its basis that differ from today's. */
export const staleFacts = (basis: MadeWith["basis"], today: MadeWith["basis"]): string[] =>
  Object.keys(basis).filter((fact) => basis[fact] !== today[fact]);
