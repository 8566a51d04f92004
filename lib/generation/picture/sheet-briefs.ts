/** Briefs of portraits and reference pictures, which are drawn from a sheet alone. */
import type { PaintedFigure, PaintRequest } from "@/lib/ai/painter";
import { truncateText } from "@/lib/ai/prompts/truncate-text";
import type { Attempt } from "@/lib/ai/provider";
import type { MediaJobInput } from "../schema";
import type { Outfit, Sheet } from "./picture-facts";

export type PaintBrief = Omit<PaintRequest, keyof Attempt>;

type FigureSheet = Pick<Sheet, "name" | "imagePrompt" | "description"> & {
  seed: string;
  loraName?: string;
  loraWeight?: number;
  outfit?: Outfit | null;
};

/** The seed keeps a character or location the same from picture to picture. */
export const toFigure = (sheet: FigureSheet): PaintedFigure => ({
  id: sheet.seed,
  name: sheet.name,
  description: truncateText(`${sheet.imagePrompt} ${sheet.description}`, 2000),
  ...(sheet.outfit && {
    outfit: { name: sheet.outfit.name, description: sheet.outfit.description },
  }),
  ...(sheet.loraName && { lora: { name: sheet.loraName, weight: sheet.loraWeight ?? 1 } }),
});

/** In pixels. */
export const portraitSize = {
  character: { width: 768, height: 1024 },
  location: { width: 1024, height: 683 },
};

interface SheetJob {
  id: string;
  story: { artStyle: string; imageGenerationModel: string };
  character: (FigureSheet & { id: string }) | null;
  location: (FigureSheet & { id: string }) | null;
}

/** Paints the requested prompt, even if the saved prompt differs. */
export function portraitBrief(job: SheetJob, { prompt, seed }: MediaJobInput): PaintBrief {
  const sheet = job.character ?? job.location;
  return {
    ...briefOfSheet(job, { imagePrompt: prompt }),
    kind: job.character ? "character" : "location",
    prompt,
    seed: seed ?? sheet?.seed ?? "",
  };
}

/** A reference picture. The request carries the portrait, so that the face stays the same. */
export function referenceBrief(
  job: SheetJob,
  { prompt, mediaId = "" }: MediaJobInput,
  portrait: Uint8Array,
  outfit: Outfit | null,
): PaintBrief {
  const { character, location } = job;
  const subject = {
    ...(character && { role: "face" as const, characterId: character.id }),
    ...(location && { role: "place" as const, locationId: location.id }),
  };
  const { name = "" } = character ?? location ?? {};
  const shown = { role: "figure" as const, label: "", ...subject, name };
  return {
    ...briefOfSheet(job, { outfit }),
    kind: "reference",
    prompt,
    seed: job.id,
    references: [{ ...shown, mediaId, bytes: portrait }],
  };
}

function briefOfSheet({ story, character, location }: SheetJob, now: Partial<FigureSheet>) {
  const sheet = character ?? location;
  const figures = sheet ? [toFigure({ ...sheet, ...now })] : [];
  return {
    artStyle: story.artStyle,
    ...portraitSize[character ? "character" : "location"],
    figures: character ? figures : [],
    ...(!character && figures[0] ? { location: figures[0] } : {}),
    model: story.imageGenerationModel,
  };
}
