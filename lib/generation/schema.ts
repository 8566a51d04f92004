import { z } from "zod";
import { id } from "@/lib/platform/http/ids";
import { maxPanels, minPanels, sceneDto, workStatus } from "@/lib/scenes/schema";
import { entityDto } from "@/lib/world/schema";

export const scenePrompt = z
  .string()
  .trim()
  .min(1, "Scene prompt is required")
  .min(10, "Prompt should be at least 10 characters")
  .max(1000, "Prompt too long (max 1000 characters)");

const panelNumber = z.number().int().min(minPanels).max(maxPanels);

export const generateSceneBody = z
  .strictObject({
    storyId: id,
    prompt: scenePrompt,
    generateImages: z.boolean().default(true),
    /** The story's default when it is not given. */
    maxPanels: panelNumber.optional(),
    regenerateExisting: z.boolean().default(false),
    existingSceneId: id.optional(),
  })
  .refine((body) => body.regenerateExisting === (body.existingSceneId !== undefined), {
    path: ["existingSceneId"],
    message: "Send existingSceneId together with regenerateExisting: true",
  });
export type GenerateSceneInput = z.input<typeof generateSceneBody>;

export const generateSceneReply = z.object({
  scene: sceneDto,
  newCharacters: z.array(entityDto),
  newLocations: z.array(entityDto),
  jobId: id,
});
export type GenerateSceneReply = z.infer<typeof generateSceneReply>;

export const sceneProgressDto = z.object({
  scene: sceneDto,
  progress: z.number().int().min(0).max(100),
  isGenerating: z.boolean(),
  isComplete: z.boolean(),
  hasError: z.boolean(),
  hasPartialErrors: z.boolean(),
  errorMessage: z.string().nullable(),
  /** Who and what this scene brought into the story, as soon as the script names them. */
  newCharacters: z.array(entityDto),
  newLocations: z.array(entityDto),
});
export type SceneProgress = z.infer<typeof sceneProgressDto>;

const imagePrompt = z
  .string()
  .trim()
  .min(10, "Image prompt must be at least 10 characters")
  .max(4000, "Image prompt must be at most 4000 characters");

export const panelImageBody = z.strictObject({
  sceneId: id,
  panelNumber,
  prompt: imagePrompt.optional(),
});
export const characterImageBody = z.strictObject({
  characterId: id,
  prompt: imagePrompt.optional(),
});
export const locationImageBody = z.strictObject({
  locationId: id,
  prompt: imagePrompt.optional(),
});
export type PanelImageInput = z.infer<typeof panelImageBody>;

export const jobReply = z.object({ jobId: id });

export const imageJobDto = z.object({
  jobId: id,
  status: workStatus,
  progress: z.number().int().min(0).max(100),
  type: z.enum(["panel_image", "image", "character_image", "location_image"]),
  result: z
    .object({ imageUrl: z.string(), prompt: z.string(), timestamp: z.iso.datetime() })
    .nullable(),
  error: z.string().nullable(),
});
export type ImageJob = z.infer<typeof imageJobDto>;

export const jobParams = z.object({ jobId: id });

/** What a job row keeps in `input` and `result`; our own writing, checked when it is read again. */
export const sceneJobInput = z.object({
  prompt: z.string(),
  panels: panelNumber,
  generateImages: z.boolean(),
});
export const sceneJobResult = z.object({
  /** The whole script, recorded before it is acted on: a repeated step does not pay again. */
  script: z.unknown().optional(),
  /** The writer was asked a second time. */
  repaired: z.boolean().default(false),
});
export const paintJobInput = z.object({
  prompt: z.string(),
  /** One panel that its author asked for again: bubbles stay, a failure leaves the old picture. */
  isRetry: z.boolean().default(false),
});

const fraction = z.number().min(0).max(1);
export const facesSchema = z
  .array(
    z.object({
      name: z.string(),
      box: z.object({ x: fraction, y: fraction, width: fraction, height: fraction }),
    }),
  )
  .catch([]);
export const paintJobResult = z.object({
  mediaId: id,
  imageUrl: z.string(),
  prompt: z.string(),
  timestamp: z.iso.datetime(),
  model: z.string(),
  faces: facesSchema,
});
export type PaintJobResult = z.infer<typeof paintJobResult>;
