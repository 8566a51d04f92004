import type { Entity, EntityFormValues, EntityKind } from "@/lib/world/schema";

export const blankValues: EntityFormValues = {
  name: "",
  title: "",
  description: "",
  imagePrompt: "",
};

/** The fields of the form by the labels that stand over them. */
export const fieldLabels = {
  name: "Name",
  title: "Title",
  description: "Description",
  imagePrompt: "Image prompt",
} as const satisfies Record<keyof EntityFormValues, string>;

export const fieldNames = Object.keys(fieldLabels) as (keyof EntityFormValues)[];

/** Who is being added has no id yet. */
export const newEntityKey = (kind: EntityKind, storyId: string): string => `new-${kind}:${storyId}`;

/** What is on its way for one of them, a sheet or a picture, by the key of its mutation. */
export const worldMutationKey = (ownerId: string, ...work: string[]) => ["world", ownerId, ...work];

/** What the form shows of a character or location. */
export const toFormValues = ({
  name,
  title,
  description,
  imagePrompt,
}: Entity): EntityFormValues => ({
  name,
  title,
  description,
  imagePrompt,
});
