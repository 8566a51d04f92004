import type { Entity, EntityFormValues } from "@/lib/world/schema";

export const blankValues: EntityFormValues = {
  name: "",
  title: "",
  description: "",
  imagePrompt: "",
};

export const fieldNames = ["name", "title", "description", "imagePrompt"] as const;

/** What the form shows of a character or location. */
export const valuesOf = ({ name, title, description, imagePrompt }: Entity): EntityFormValues => ({
  name,
  title,
  description,
  imagePrompt,
});

/** Those of the values that differ from others. */
export function differing(values: EntityFormValues, from: EntityFormValues) {
  const changed: Partial<EntityFormValues> = {};
  for (const name of fieldNames) if (values[name] !== from[name]) changed[name] = values[name];
  return changed;
}

/** Whether both say the same. */
export const isSame = (a: EntityFormValues, b: EntityFormValues): boolean =>
  fieldNames.every((name) => a[name] === b[name]);

/**
 * Brings two changes of one sheet together: mine where I changed something, theirs elsewhere.
 * @param base what both started from
 */
export const merged = (
  mine: EntityFormValues,
  theirs: EntityFormValues,
  base: EntityFormValues,
): EntityFormValues => ({ ...theirs, ...differing(mine, base) });
