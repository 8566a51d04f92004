/** What a story is before its author has said more: the specification's defaults. */
export const storyDefaults = {
  title: "My New Story",
  aspectRatio: "3:4",
  panels: 1,
  defaultPanels: 1,
} as const;

/** Stands where a description is needed and nothing has been told yet. */
export const placeholderDescription = "A story that has just begun.";
