/** The standard pictures of a sheet: which of them are missing, and their prompts. */
import type { EntityKind } from "../schema";
import type { Outfit, ReferenceTarget } from "./schema";

type Standard = Pick<ReferenceTarget, "role" | "label">;

const standardPictures: Record<EntityKind, readonly Standard[]> = {
  character: [
    { role: "figure", label: "full figure" },
    { role: "view", label: "from behind" },
    { role: "expression", label: "laughing" },
    { role: "expression", label: "angry" },
    { role: "expression", label: "afraid" },
  ],
  location: [
    { role: "place", label: "by day" },
    { role: "place", label: "by night" },
    { role: "place", label: "from the other side" },
  ],
};

const labelKey = (label: string) => label.trim().toLowerCase();

/** Whether both are the same picture of a sheet; labels differ by more than their case. */
export const isSameTarget = (a: ReferenceTarget, b: ReferenceTarget): boolean =>
  a.role === b.role &&
  a.outfitId === b.outfitId &&
  (a.role === "outfit" || labelKey(a.label) === labelKey(b.label));

/** The picture that shows an outfit. */
export const outfitTarget = (outfitId: string): ReferenceTarget => ({
  role: "outfit",
  label: "",
  outfitId,
});

/** The standard pictures, and those of the outfits, that a sheet lacks. */
export function missingPictures(
  kind: EntityKind,
  pictures: ReferenceTarget[],
  outfitIds: string[],
): ReferenceTarget[] {
  const wanted = [
    ...standardPictures[kind].map((one) => ({ ...one, outfitId: null })),
    ...outfitIds.map(outfitTarget),
  ];
  return wanted.filter((target) => !pictures.some((picture) => isSameTarget(picture, target)));
}

const plain = "before a plain light background";

/** The prompt of a reference picture; its framing has its own line, as in panels. */
export function referencePrompt(
  name: string,
  { role, label }: ReferenceTarget,
  outfit: Pick<Outfit, "name" | "description"> | null,
): string {
  if (role === "place") return `${name} ${label}, the same place, without people.\nShot: wide.`;
  if (role === "face" || role === "expression")
    return `The face of ${name}, ${label || "calm"}, turned to the viewer, ${plain}.\nShot: close-up.`;
  const clothes = outfit ? `, wearing ${clothesOf(outfit)},` : "";
  const side = role === "view" ? label : "turned to the viewer";
  return `${name}${clothes} alone, from head to toe, standing, ${side}, ${plain}.\nShot: full.`;
}

/** An outfit in words. */
export const clothesOf = ({ name, description }: Pick<Outfit, "name" | "description">): string =>
  description ? `${name} (${description})` : name;
