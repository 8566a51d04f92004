/** Limits of a story's own texts, and the length at which a counter appears; in characters. */
export const storyLimits = {
  title: 200,
  description: 1000,
  descriptionWarning: 900,
  tags: 10,
  tag: 50,
  artStyle: 2000,
} as const;

export const styleTooLong = `Style description must be at most ${storyLimits.artStyle} characters`;

/** Limit of stories whose reading position a device keeps and sends to an account at once. */
export const maxDeviceReadings = 100;
