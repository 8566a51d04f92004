import type { imageModels } from "./schema";

type ImageModel = (typeof imageModels)[number];

/** What paints in the place of the model that is chosen. */
export interface PainterOverride {
  /** Whichever model is chosen: the demo studio, or a model of the site's own. */
  name: string;
  isDemo: boolean;
  /** Where some models are gone and the others are not: the names of those that paint for them. */
  successors?: Partial<Record<ImageModel, string>>;
}

/** Name of the demo studio where it paints; null elsewhere. */
export const demoName = (painter: PainterOverride | null): string | null =>
  painter?.isDemo ? painter.name : null;

/** What stands below the choice of a model: what it is good for, or that something else paints. */
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

/** What an author reads of each model: its name, and what it is good for. */
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
