import type { EntityEditValues, EntityFormValues, EntityKind } from "@/lib/world/schema";

export const blankValues: EntityFormValues = {
  name: "",
  title: "",
  description: "",
  imagePrompt: "",
};

/** The fields of the form by their labels. */
export const fieldLabels = {
  name: "Name",
  title: "Title",
  description: "Description",
  imagePrompt: "Image prompt",
} as const satisfies Record<keyof EntityFormValues, string>;

export const fieldNames = Object.keys(fieldLabels) as (keyof EntityFormValues)[];

/** The key for an entity that has no id yet. */
export const newEntityKey = (kind: EntityKind, storyId: string): string => `new-${kind}:${storyId}`;

/** Mutation key of pending work on an entity, text or picture. */
export const worldMutationKey = (ownerId: string, ...work: string[]) => ["world", ownerId, ...work];

/** The fields of one that exists by their labels. */
export const editLabels = { ...fieldLabels, lora: "LoRA" } as const;
export const editFields = Object.keys(editLabels) as (keyof EntityEditValues)[];

/** The form's values of a character or location. */
export const toFormValues = ({
  name,
  title,
  description,
  imagePrompt,
  lora,
}: EntityEditValues): EntityEditValues => ({ name, title, description, imagePrompt, lora });
