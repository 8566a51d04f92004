/** A new story's defaults, from the specification. */
export const storyDefaults = {
  title: "My New Story",
  aspectRatio: "3:4",
  panels: 1,
  defaultPanels: 1,
} as const;

/** Replaces a missing description. */
export const placeholderDescription = "A story that has just begun.";
