import { imagePrompt, mediaUrl } from "@/lib/media/schema";
import { id, version } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { z } from "@/lib/platform/zod";
import { loraText } from "./lora";

export const entityKinds = ["character", "location"] as const;
export type EntityKind = (typeof entityKinds)[number];

/** What a missing name is the name of. */
type Named = "Character" | "Location" | "Entry";

/** The fields of the form. */
const formFields = (what: Named) => ({
  name: z
    .string(`${what} name is required`)
    .min(1, `${what} name is required`)
    .trim()
    .refine(hasMinLength(1), "Name must be at least 1 character")
    .max(100, "Name must be less than 100 characters"),
  title: z.string().trim().max(200, "Title must be less than 200 characters"),
  description: requiredText("Description is required")
    .refine(hasMinLength(10), "Description must be at least 10 characters")
    .max(1000, "Description must be less than 1000 characters"),
  imagePrompt,
});

/** The rules of the form. */
export const entityForm = {
  character: z.object(formFields("Character")),
  location: z.object(formFields("Location")),
} as const satisfies Record<EntityKind, unknown>;
export type EntityFormValues = z.infer<typeof entityForm.character>;

/** The rules of the form of one that exists. */
export const entityEditForm = {
  character: entityForm.character.extend({ lora: loraText }),
  location: entityForm.location.extend({ lora: loraText }),
} as const satisfies Record<EntityKind, unknown>;
export type EntityEditValues = z.infer<typeof entityEditForm.character>;

const entityFields = (what: Named) => {
  const fields = formFields(what);
  return {
    ...fields,
    title: fields.title.default(""),
    primaryImageUrl: mediaUrl.nullable().optional(),
  };
};

export const updateBodyOf = (what: Named) => {
  const shape = entityFields(what);
  return z.strictObject({
    name: shape.name.optional(),
    title: shape.title.unwrap().optional(),
    description: shape.description.optional(),
    imagePrompt: shape.imagePrompt.optional(),
    primaryImageUrl: shape.primaryImageUrl,
    /** The story that it belongs to; it cannot move to another. */
    storyId: id.optional(),
    version: version.optional(),
  });
};

export const createCharacterBody = z.strictObject({ ...entityFields("Character"), storyId: id });
export const updateCharacterBody = updateBodyOf("Character").extend({
  lora: loraText.optional(),
});
export const createLocationBody = z.strictObject({ ...entityFields("Location"), storyId: id });
export const updateLocationBody = updateBodyOf("Location");
export type CreateEntityInput = z.infer<typeof createCharacterBody>;
export type UpdateEntityInput = z.infer<typeof updateCharacterBody>;

export const entityDto = z
  .object({
    _id: id,
    storyId: id,
    name: z.string(),
    title: z.string(),
    description: z.string(),
    imagePrompt: z.string(),
    primaryImageUrl: z.string().nullable(),
    /** Empty for none, and for locations. */
    lora: z.string(),
    /** All of its pictures, the newest first. */
    imageUrls: z.array(z.string()),
    /** Number of the scene that it first appears in, 0 before any. */
    firstAppearance: z.number().int(),
    /** Number of scenes that it appears in; above 0 it cannot be deleted. */
    sceneCount: z.number().int(),
    version: z.number().int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "CharacterOrLocation" });
export type Entity = z.infer<typeof entityDto>;

export const characterParams = z.object({ characterId: id });
export const locationParams = z.object({ locationId: id });
/** The other one of the same kind, which stays. */
export const mergeBody = z.strictObject({ into: id });
