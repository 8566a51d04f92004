/** Aspect ratios of a story's panels. */
export const aspectRatios = ["3:4", "3:2", "square"] as const;
export type AspectRatio = (typeof aspectRatios)[number];

/** Width over height, as CSS writes it. */
export const cssAspect: Record<AspectRatio, string> = {
  "3:4": "3 / 4",
  "3:2": "1024 / 683",
  square: "1 / 1",
};

/** Width over height. */
export const aspectOf: Record<AspectRatio, number> = {
  "3:4": 3 / 4,
  "3:2": 1024 / 683,
  square: 1,
};

/** The value in a story's row. */
export const aspectRatioOf = (story: { aspectRatio: string }): AspectRatio =>
  aspectRatios.find((ratio) => ratio === story.aspectRatio) ?? "3:4";
