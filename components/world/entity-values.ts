import type { Entity, EntityFormValues } from "@/lib/world/schema";

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

/** What the form shows of a character or location. */
export const valuesOf = ({ name, title, description, imagePrompt }: Entity): EntityFormValues => ({
  name,
  title,
  description,
  imagePrompt,
});
