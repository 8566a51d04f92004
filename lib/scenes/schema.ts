import { likeInfo } from "@/lib/likes/schema";
import { imageDto, imagePrompt, mediaUrl } from "@/lib/media/schema";
import { id, version } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { z } from "@/lib/platform/zod";
import { bubblesInput, textBubble } from "./bubbles/schema";
import { contractInput, panelContract } from "./panels/contract";
import { sceneLayouts } from "./panels/page-layout";

export const minPanels = 1;
export const maxPanels = 6;
/** Limit of scenes in a story. */
export const maxScenes = 500;
/** Characters of a scene's prompt. */
export const maxScenePromptLength = 1000;

export const workStatus = z.enum(["queued", "processing", "completed", "failed"]);
const sceneStatus = z.enum(["generating", "completed", "failed"]);

export const sceneLayout = z.enum(sceneLayouts);

export const panelDto = imageDto
  .extend({
    _id: id,
    panelNumber: z.number().int(),
    status: workStatus,
    shot: z.string(),
    hasImage: z.boolean(),
    imagePrompt: z.string(),
    altText: z.string(),
    /** For editors: what the picture has to show; absent in panels without a script. */
    contract: panelContract.optional(),
    /** For editors: what the shown picture misses, in sentences; absent if nothing. */
    misses: z.array(z.string()).optional(),
    /** For editors: why the check of the shown picture has failed, as a sentence. */
    checkProblem: z.string().optional(),
    videoUrl: z.string().nullable(),
    videoPrompt: z.string(),
    imageGenerationError: z.object({ message: z.string(), isContentFlag: z.boolean() }).nullable(),
    textBubbles: z.array(textBubble),
    version: z.number().int(),
    /** Positions of heads in fractions of the picture; absent if unknown. */
    faces: z
      .array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }))
      .optional(),
  })
  .meta({ id: "Panel" });
export type Panel = z.infer<typeof panelDto>;

export const sceneDto = z
  .object({
    _id: id,
    storyId: id,
    sceneNumber: z.number().int(),
    title: z.string(),
    description: z.string(),
    /** The author's prompt; only the author sees it. */
    prompt: z.string().optional(),
    status: sceneStatus,
    /**
     * The author's choice; null, or a choice that does not fit the panels, gives the default
     * layout.
     */
    layout: sceneLayout.nullable(),
    errorMessage: z.string().nullable(),
    panels: z.array(panelDto),
    likeStats: likeInfo,
    version: z.number().int(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Scene" });
export type Scene = z.infer<typeof sceneDto>;

/** In characters. */
export const sceneLimits = { title: 200, description: 2000 } as const;

/** The form of Edit Scene. */
export const sceneForm = z.object({
  title: requiredText("Title is required").max(
    sceneLimits.title,
    `Title must be at most ${sceneLimits.title} characters`,
  ),
  description: requiredText("Description is required").max(
    sceneLimits.description,
    `Description must be at most ${sceneLimits.description} characters`,
  ),
});
export type SceneFormValues = z.infer<typeof sceneForm>;

export const updateSceneBody = z.strictObject({
  ...sceneForm.partial().shape,
  layout: sceneLayout.nullable().optional(),
  version: version.optional(),
});
export type UpdateSceneInput = z.infer<typeof updateSceneBody>;

/** Characters of a picture's alternative text: the maximum of the column. */
export const maxAltTextLength = 1000;

/** The form of Picture in Words; empty if a picture needs no text. */
export const panelForm = z.object({
  altText: z
    .string()
    .trim()
    .max(maxAltTextLength, `Alt text must be at most ${maxAltTextLength} characters`),
});
export type PanelFormValues = z.infer<typeof panelForm>;

/** Characters that change clothes in one panel. */
export const maxOutfitChanges = 12;

export const updatePanelBody = z.strictObject({
  ...panelForm.partial().shape,
  imageUrl: mediaUrl.optional(),
  imagePrompt: imagePrompt.optional(),
  contract: contractInput.optional(),
  videoUrl: mediaUrl.nullable().optional(),
  videoPrompt: z.string().max(4000).optional(),
  textBubbles: bubblesInput.optional(),
  /** Characters that change clothes here; null stands for the usual ones. */
  outfits: z
    .array(z.strictObject({ characterId: id, outfitId: id.nullable() }))
    .max(maxOutfitChanges, `At most ${maxOutfitChanges} characters change clothes in a panel`)
    .optional(),
  version: version.optional(),
});
export type UpdatePanelInput = z.infer<typeof updatePanelBody>;

/** All scenes of a story in their new order, and the story's version that the author loaded. */
export const sceneOrderBody = z.strictObject({
  sceneIds: z.array(id).max(maxScenes),
  version: version.optional(),
});
export type SceneOrder = z.infer<typeof sceneOrderBody>;

/** All panels of a scene in their new order, and the scene's version that the author loaded. */
export const panelOrderBody = z.strictObject({
  panelIds: z.array(id).max(maxPanels),
  version: version.optional(),
});
export type PanelOrder = z.infer<typeof panelOrderBody>;

/** Adds an empty panel, a copy of a panel, or a removed panel; at the end without a position. */
export const addPanelBody = z
  .strictObject({
    position: z.number().int().min(minPanels).max(maxPanels).optional(),
    copyOf: id.optional(),
    restore: id.optional(),
  })
  .refine((body) => body.copyOf === undefined || body.restore === undefined, {
    path: ["restore"],
    message: "Send copyOf or restore, not both",
  });
export type AddPanelInput = z.infer<typeof addPanelBody>;

/** Version of the panel that the author loaded, since another panel may have its number now. */
export const removePanelQuery = z.strictObject({
  version: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1)
    .optional(),
});

export const sceneParams = z.object({ sceneId: id });
export const panelParams = z.object({
  sceneId: id,
  panelNumber: z.coerce.number().int().min(minPanels).max(maxPanels),
});
export const addTakeBody = z.strictObject({ imageUrl: mediaUrl });
export const takeParams = panelParams.extend({ takeId: id });

/** A character in the frame of a panel or in its contract, and its clothes there. */
const panelOutfitDto = z.object({
  characterId: id,
  name: z.string(),
  formerNames: z.array(z.string()),
  /** Null for the usual clothes, and for words of the contract that name no outfit. */
  outfitId: id.nullable(),
  /** Name of the outfit, or the contract's words; empty for the usual clothes. */
  wears: z.string(),
  /** The panel that changed the clothes last; null if none did. */
  since: z.object({ sceneNumber: z.number().int(), panelNumber: z.number().int() }).nullable(),
  outfits: z.array(z.object({ _id: id, name: z.string() })),
});
export type PanelOutfit = z.infer<typeof panelOutfitDto>;
export const panelOutfits = z.array(panelOutfitDto);
