import { pictureMask } from "@/lib/media/repair/mask";
import { changePrompt, imagePrompt, madeWith, mediaUrl } from "@/lib/media/schema";
import { id } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { z } from "@/lib/platform/zod";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { facesSchema } from "@/lib/scenes/panels/script";
import {
  maxPanels,
  maxScenePromptLength,
  maxScenes,
  minPanels,
  sceneDto,
  workStatus,
} from "@/lib/scenes/schema";
import { referenceTarget } from "@/lib/world/references/schema";
import { entityDto, entityKinds } from "@/lib/world/schema";

/** Pixels of a panel's picture. */
export const pictureSize: Record<AspectRatio, { width: number; height: number }> = {
  "3:4": { width: 768, height: 1024 },
  "3:2": { width: 1024, height: 683 },
  square: { width: 1024, height: 1024 },
};

export const scenePrompt = requiredText("Scene prompt is required")
  .refine(hasMinLength(10), "Prompt should be at least 10 characters")
  .max(maxScenePromptLength, "Prompt too long (max 1000 characters)");

const panelNumber = z.number().int().min(minPanels).max(maxPanels);

/** How many of each an author can choose for one scene. */
export const castLimits = { characters: 6, locations: 3 } as const;
const chosenIds = (what: keyof typeof castLimits) =>
  z
    .array(id)
    .max(castLimits[what], `Choose at most ${castLimits[what]} ${what} for a scene`)
    .transform((ids) => [...new Set(ids)]);

export const generateSceneBody = z
  .strictObject({
    storyId: id,
    prompt: scenePrompt,
    generateImages: z.boolean().default(true),
    /** Defaults to the story's setting. */
    maxPanels: panelNumber.optional(),
    regenerateExisting: z.boolean().default(false),
    existingSceneId: id.optional(),
    /**
     * The number of the new scene; later scenes move down. If absent, the scene is added at the
     * end.
     */
    position: z.number().int().min(1).max(maxScenes).optional(),
    /** Panels that their author lettered by hand keep their bubbles when a scene is regenerated. */
    keepBubbles: z.boolean().optional(),
    /** Characters of the scene and its location; without them the writer decides. */
    characterIds: chosenIds("characters").optional(),
    locationIds: chosenIds("locations").optional(),
  })
  .refine((body) => body.regenerateExisting === (body.existingSceneId !== undefined), {
    path: ["existingSceneId"],
    message: "Send existingSceneId together with regenerateExisting: true",
  })
  .refine((body) => body.position === undefined || body.existingSceneId === undefined, {
    path: ["position"],
    message: "A scene that is made anew stays where it is",
  });
export type GenerateSceneInput = z.input<typeof generateSceneBody>;
export type GenerateSceneBody = z.output<typeof generateSceneBody>;

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
  /** No heartbeat for some seconds: the work continues when a server takes it up again. */
  isWaiting: z.boolean(),
  /** Whether the writer has been silent for so long that its model is probably still loading. */
  isModelLoading: z.boolean().default(false),
  /** For a queued scene, the estimated number of scenes that begin before it. */
  scenesBefore: z.number().int().min(0).nullable(),
  isComplete: z.boolean(),
  hasError: z.boolean(),
  hasPartialErrors: z.boolean(),
  errorMessage: z.string().nullable(),
  /** Entities that this scene added to the story, as soon as the script names them. */
  newCharacters: z.array(entityDto),
  newLocations: z.array(entityDto),
});
export type SceneProgress = z.infer<typeof sceneProgressDto>;

/** Most pictures that one request may make. */
export const maxCandidates = 4;
/** Number of the picture within one request; a second request with the same number is a retry. */
const candidate = z.number().int().min(1).max(maxCandidates).optional();

export const checkPictureBody = z.strictObject({ sceneId: id, panelNumber, takeId: id });
export type CheckPictureInput = z.output<typeof checkPictureBody>;
export const panelImageBody = z.strictObject({
  sceneId: id,
  panelNumber,
  prompt: imagePrompt.optional(),
  candidate,
  /** Edits the shown picture where its check found something missing. */
  repair: z.boolean().default(false),
  /** Whether the panel shows the new picture; if not, the picture is only a take. */
  choose: z.boolean().default(true),
});
export const characterImageBody = z.strictObject({
  characterId: id,
  prompt: imagePrompt.optional(),
});
export const locationImageBody = z.strictObject({
  locationId: id,
  prompt: imagePrompt.optional(),
});
/** Without an outfit, all standard pictures that the sheet lacks. */
export const generateReferencesBody = z.strictObject({
  kind: z.enum(entityKinds),
  /** The character or location. */
  entityId: id,
  /** Draws only this outfit, even if the sheet already has a picture of it. */
  outfitId: id.optional(),
});
export type GenerateReferencesInput = z.output<typeof generateReferencesBody>;
export type PanelImageInput = z.input<typeof panelImageBody>;

/** Describes the motion: one word may be enough. */
const videoPrompt = requiredText("Please describe the picture").max(
  4000,
  "Video prompt must be at most 4000 characters",
);
const pixels = z
  .number()
  .int()
  .min(256, "Must be at least 256 pixels")
  .max(2048, "Must be at most 2048 pixels");
/** The panel that keeps the result as a take. */
const takeTarget = { storyId: id, sceneId: id.optional(), panelNumber: panelNumber.optional() };
const isCompleteTarget = ({ sceneId, panelNumber }: { sceneId?: string; panelNumber?: number }) =>
  (sceneId === undefined) === (panelNumber === undefined);
const incompleteTarget = {
  path: ["panelNumber"],
  message: "Send sceneId and panelNumber together",
};

export const generateImageBody = z
  .strictObject({
    ...takeTarget,
    /** The character or location whose portrait it becomes. */
    characterId: id.optional(),
    locationId: id.optional(),
    /** A change may be described in a few words. */
    prompt: changePrompt,
    candidate,
    /** Defaults to the story's aspect ratio. */
    width: pixels.optional(),
    height: pixels.optional(),
    /** Edits the picture at `initialImageUrl`. */
    isRefineMode: z.boolean().default(false),
    initialImageUrl: mediaUrl.optional(),
    /** The part of that picture that changes; every other pixel stays. */
    mask: pictureMask.optional(),
  })
  .refine(isCompleteTarget, incompleteTarget)
  .refine(
    ({ sceneId, characterId, locationId }) =>
      [sceneId, characterId, locationId].filter(Boolean).length <= 1,
    { path: ["characterId"], message: "Send one of sceneId, characterId and locationId" },
  )
  .refine(({ width, height }) => (width === undefined) === (height === undefined), {
    path: ["height"],
    message: "Send width and height together",
  })
  .refine(({ isRefineMode, prompt }) => isRefineMode || hasMinLength(10)(prompt), {
    path: ["prompt"],
    message: "Image prompt must be at least 10 characters",
  })
  .refine((body) => !body.isRefineMode || body.initialImageUrl !== undefined, {
    path: ["initialImageUrl"],
    message: "Please select an image to edit. Videos cannot be edited.",
  })
  .refine((body) => body.isRefineMode || body.initialImageUrl === undefined, {
    path: ["isRefineMode"],
    message: "Send isRefineMode: true together with initialImageUrl",
  })
  .refine((body) => body.isRefineMode || body.mask === undefined, {
    path: ["mask"],
    message: "Send isRefineMode: true and initialImageUrl together with a mask",
  })
  .refine((body) => body.isRefineMode || !(body.characterId || body.locationId), {
    path: ["isRefineMode"],
    message: "Send isRefineMode: true to change a portrait",
  });
export type GenerateImageInput = z.output<typeof generateImageBody>;

export const generateVideoBody = z
  .strictObject({
    ...takeTarget,
    prompt: videoPrompt,
    /** The first picture of the video. */
    imageUrl: mediaUrl,
  })
  .refine(isCompleteTarget, incompleteTarget);
export type GenerateVideoInput = z.output<typeof generateVideoBody>;

export const jobReply = z.object({ jobId: id });
export const jobsReply = z.object({ jobIds: z.array(id) });

const jobDto = z.object({
  jobId: id,
  status: workStatus,
  progress: z.number().int().min(0).max(100),
  /**
   * Whether its work has stalled, for example because a process died, until a server resumes it.
   */
  isWaiting: z.boolean().default(false),
  error: z.string().nullable(),
});
export const imageJobDto = jobDto.extend({
  type: z.enum(["panel_image", "image", "character_image", "location_image"]),
  result: z
    .object({
      imageUrl: z.string(),
      prompt: z.string(),
      timestamp: z.iso.datetime(),
      note: z.string().optional(),
    })
    .nullable(),
});
export type ImageJob = z.infer<typeof imageJobDto>;

export const videoJobDto = jobDto.extend({
  type: z.literal("video"),
  result: z
    .object({
      videoUrl: z.string(),
      originalImageUrl: z.string(),
      /** Always true: results of providers are copied to our own storage. */
      isLocallyStored: z.boolean(),
    })
    .nullable(),
});
export type VideoJob = z.infer<typeof videoJobDto>;

/** A picture or video that is being made, whichever device requested it. */
export const openJobDto = z.object({
  jobId: id,
  work: z.enum(["edit", "animate", "regenerate"]),
  prompt: z.string(),
  startedAt: z.iso.datetime(),
  /** The panel whose take it becomes. */
  panelId: id.nullable(),
  /** The character or location whose portrait it is. */
  entityId: id.nullable(),
  /** What a reference picture shows; null for a portrait. */
  reference: referenceTarget.nullable().default(null),
});
export type OpenJob = z.infer<typeof openJobDto>;

/** A panel whose picture depends on something that has changed since it was made. */
export const stalePanelDto = z.object({
  panelId: id,
  /** Sentences for the author, without a full stop. */
  reasons: z.array(z.string()).min(1),
});
export type StalePanel = z.infer<typeof stalePanelDto>;

export const jobParams = z.object({ jobId: id });

/**
 * A job row's `input` and `result`. The app writes them itself, and validates them when it reads
 * them.
 */
export const sceneJobInput = z.object({
  prompt: z.string(),
  panels: panelNumber,
  generateImages: z.boolean(),
  keepBubbles: z.boolean().optional(),
  characterIds: z.array(id).default([]),
  locationIds: z.array(id).default([]),
});
export const sceneJobResult = z.object({
  /** The complete script, recorded before it is used: a repeated step does not pay again. */
  script: z.unknown().optional(),
  /** The writer was asked a second time. */
  repaired: z.boolean().default(false),
});
/** A job that makes a picture or a video, whatever it shows. */
export const mediaJobInput = z.object({
  prompt: z.string(),
  /** A panel that its author requested again: bubbles stay, a failure keeps the old picture. */
  isRetry: z.boolean().default(false),
  /** A portrait that its author requested again differs even if the words are the same. */
  seed: z.string().optional(),
  /** What was shown at the request: for a portrait the picture, for a repair the panel's video. */
  before: z.string().nullable().optional(),
  /** A take that is painted as its panel is: same cast, location and format. */
  likePanel: z.boolean().default(false),
  candidate,
  width: pixels.optional(),
  height: pixels.optional(),
  /** For a reference picture: what it shows. Its `mediaId` is the portrait. */
  reference: referenceTarget.optional(),
  /** For a repair: the checked take. The panel shows the result unless it shows another one then. */
  repairOf: id.optional(),
  /** The source picture of an edit or a video. */
  mediaId: id.optional(),
  /** The part of the source picture that changes. */
  mask: pictureMask.optional(),
});
export type MediaJobInput = z.output<typeof mediaJobInput>;

/** Recorded with the request: what it carries can change before its picture arrives. */
export const mediaRequestRecord = z.object({
  madeWith: madeWith.optional(),
  /** Whether the painter sees the whole picture with the mask, not the part around the spot. */
  hasMask: z.boolean().optional(),
});
export const mediaJobResult = mediaRequestRecord.extend({
  mediaId: id,
  model: z.string(),
  faces: facesSchema,
});
export type MediaJobResult = z.infer<typeof mediaJobResult>;
