/** The only place that spells the product's name. */
export const brand = {
  name: "Inkwright",
  /** Prefix of downloaded files and of visible object keys. */
  slug: "inkwright",
  tagline: "Say it in a sentence. Read it as a comic.",
} as const;
