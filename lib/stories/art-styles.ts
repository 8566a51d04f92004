/**
 * The styles that an author can pick instead of describing one. A story stores the prompt, not the
 * id.
 */
export interface ArtStyle {
  id: string;
  name: string;
  description: string;
  /** Part of the painter's prompt. */
  prompt: string;
  imageUrl: string;
  /** CSS background behind the picture while it loads. */
  gradient: string;
}

export const artStyles: readonly [ArtStyle, ...ArtStyle[]] = [
  {
    id: "classic-comic",
    name: "Classic Comic",
    description: "Bold ink, flat colours and halftone dots",
    prompt:
      "Classic American comic book art, bold ink outlines, flat saturated colours, halftone shading, dynamic composition",
    imageUrl: "/styles/classic-comic.webp",
    gradient: "linear-gradient(135deg, #ffcf33, #d4291f)",
  },
  {
    id: "manga",
    name: "Manga Style",
    description: "Black and white, screentone, quick lines",
    prompt:
      "Japanese manga, black and white, crisp pen lines, screentone shading, expressive faces, speed lines",
    imageUrl: "/styles/manga.webp",
    gradient: "linear-gradient(135deg, #f4f4f4, #8c8c8c)",
  },
  {
    id: "watercolor",
    name: "Watercolor",
    description: "Soft washes on textured paper",
    prompt:
      "Watercolor comic illustration, soft washes on textured paper, gentle pencil lines, luminous light",
    imageUrl: "/styles/watercolor.webp",
    gradient: "linear-gradient(135deg, #cfe8f3, #f3c9a8)",
  },
  {
    id: "noir",
    name: "Film Noir",
    description: "Hard shadows, rain and one accent colour",
    prompt:
      "Film noir comic, stark black and white, chiaroscuro, hard shadows, high-contrast black ink, one accent colour",
    imageUrl: "/styles/noir.webp",
    gradient: "linear-gradient(135deg, #2b2b31, #0c0c10)",
  },
  {
    id: "disney",
    name: "Animated",
    description: "Warm light and round shapes of a family film",
    prompt:
      "Animated family film still, cartoon shapes, warm rim light, bright saturated colours, soft gradients",
    imageUrl: "/styles/disney.webp",
    gradient: "linear-gradient(135deg, #ffb46b, #6bc5ff)",
  },
  {
    id: "realistic",
    name: "Photorealistic",
    description: "Lifelike light, depth and texture",
    prompt:
      "Photorealistic cinematic still, lifelike detail, natural light, shallow depth of field, realistic textures",
    imageUrl: "/styles/realistic.webp",
    gradient: "linear-gradient(135deg, #8fa6b5, #c9a98b)",
  },
];

export const defaultArtStyle = artStyles[0];

/** Label of a style that matches no preset. */
export const customStyleName = "Custom Style";

/** The preset with the prompt of a story's style; null for a custom style. */
export const presetOf = (prompt: string): ArtStyle | null =>
  artStyles.find((style) => style.prompt === prompt.trim()) ?? null;

/** The card of a story's style: the default's without a style, null for a custom one. */
export const chosenStyle = (prompt: string): ArtStyle | null =>
  prompt.trim() === "" ? defaultArtStyle : presetOf(prompt);

/** Label of a story's style. */
export const styleName = (prompt: string): string => chosenStyle(prompt)?.name ?? customStyleName;
