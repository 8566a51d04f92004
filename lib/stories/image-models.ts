import type { imageModels } from "./schema";

type ImageModel = (typeof imageModels)[number];

/** The painter that replaces the chosen model. */
export interface PainterOverride {
  /** The painter for all models: the demo studio, or the site's own model. */
  name: string;
  isDemo: boolean;
  /** Names of the successors of retired models; absent if one painter replaces all models. */
  successors?: Partial<Record<ImageModel, string>>;
}

/** Name of the demo studio where it paints; null elsewhere. */
export const demoName = (painter: PainterOverride | null): string | null =>
  painter?.isDemo ? painter.name : null;

/** The text below the choice of a model: its strengths, or that another painter replaces it. */
export const modelHint = (chosen: ImageModel, other: PainterOverride | null): string => {
  const { label, hint } = imageModelTexts[chosen];
  if (!other) return hint;
  if (other.successors) {
    const successor = other.successors[chosen];
    return successor
      ? `${label} is retired: ${successor} paints in its place. Your choice is kept.`
      : hint;
  }
  return other.isDemo
    ? `The ${other.name} draws on this machine and takes no model. Your choice is kept.`
    : `On this site ${other.name} paints every picture. Your choice is kept.`;
};

/** Each model's name and description for authors. */
export const imageModelTexts: Record<ImageModel, { label: string; hint: string }> = {
  "seedream-4": {
    label: "Seedream 4",
    hint: "The all-rounder: quick, sharp, many figures in one frame",
  },
  "flux-kontext-pro": {
    label: "FLUX Kontext Pro",
    hint: "Keeps faces and clothes steady from panel to panel",
  },
  "flux-kontext-max": {
    label: "FLUX Kontext Max",
    hint: "Follows long descriptions most closely; takes longer",
  },
  "google-nano-banana": {
    label: "Nano Banana",
    hint: "Good at changing one thing in a picture and leaving the rest",
  },
};

/** The display name of a model; for an unknown model, its technical name. */
export const modelLabel = (model: string): string =>
  Object.hasOwn(imageModelTexts, model) ? imageModelTexts[model as ImageModel].label : model;
