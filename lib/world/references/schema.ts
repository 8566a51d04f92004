import { mediaUrl } from "@/lib/media/schema";
import { id, version } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { z } from "@/lib/platform/zod";
import { characterParams, type EntityKind, locationParams } from "../schema";

/** Roles of the reference pictures of each kind. */
export const referenceRoles = {
  character: ["face", "figure", "view", "expression", "outfit"],
  location: ["place"],
} as const satisfies Record<EntityKind, unknown>;
const role = z.enum([...referenceRoles.character, ...referenceRoles.location]);

/** Most pictures and outfits of one sheet. */
export const referenceLimits = { pictures: 24, outfits: 12 } as const;

const label = z.string().trim().max(80, "A label must be at most 80 characters");

/** What a picture shows: its role, the author's words for it, and the outfit of that role. */
export const referenceTarget = z.object({ role, label: z.string(), outfitId: id.nullable() });
export type ReferenceTarget = z.infer<typeof referenceTarget>;

export const addReferenceBody = z.strictObject({
  imageUrl: mediaUrl,
  role,
  /** In the author's words, such as 'from behind', 'laughing' or 'by night'. */
  label: label.default(""),
  outfitId: id.nullable().default(null),
});

/** The form of an outfit. */
export const outfitForm = z.object({
  name: requiredText("Please name the outfit").max(80, "A name must be at most 80 characters"),
  description: z.string().trim().max(400, "Clothes must be described in at most 400 characters"),
});

export type OutfitFormValues = z.infer<typeof outfitForm>;

export const createOutfitBody = z.strictObject({
  name: outfitForm.shape.name,
  description: outfitForm.shape.description.default(""),
});
export const updateOutfitBody = z.strictObject({
  ...outfitForm.partial().shape,
  version: version.optional(),
});
export type UpdateOutfitInput = z.infer<typeof updateOutfitBody>;

const outfitDto = z.object({
  _id: id,
  name: z.string(),
  /** Clothes in words, for the prompt. */
  description: z.string(),
  version: z.number().int(),
});
export type Outfit = z.infer<typeof outfitDto>;

const referencePictureDto = referenceTarget.extend({
  _id: id,
  url: z.string(),
  /** Whether it was drawn here, by a model or the demo studio. */
  isDrawn: z.boolean(),
});
export type ReferencePicture = z.infer<typeof referencePictureDto>;

/** The reference pictures, the oldest first, and the outfits. */
export const referenceSheetDto = z
  .object({
    pictures: z.array(referencePictureDto),
    outfits: z.array(outfitDto),
    /** Whether the painter can use a LoRA. */
    takesLora: z.boolean(),
  })
  .meta({ id: "ReferenceSheet" });
export type ReferenceSheet = z.infer<typeof referenceSheetDto>;

export const characterReferenceParams = characterParams.extend({ referenceId: id });
export const locationReferenceParams = locationParams.extend({ referenceId: id });
export const outfitParams = characterParams.extend({ outfitId: id });
