import type { EntityEditValues, EntityFormValues, EntityKind } from "@/lib/world/schema";

export const blankValues: EntityFormValues = {
  name: "",
  title: "",
  description: "",
  imagePrompt: "",
};

/** Labels of the form's fields. */
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

/** Labels of the fields of an existing entity. */
export const editLabels = { ...fieldLabels, lora: "LoRA" } as const;

/** The form's values of a character or location. */
export const toFormValues = ({
  name,
  title,
  description,
  imagePrompt,
  lora,
}: EntityEditValues): EntityEditValues => ({ name, title, description, imagePrompt, lora });
