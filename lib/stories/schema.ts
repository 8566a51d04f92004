import { aboutDto, authorDto } from "@/lib/accounts/schema";
import { likeInfo } from "@/lib/likes/schema";
import { imageDto, mediaUrl } from "@/lib/media/schema";
import { id, version } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { z } from "@/lib/platform/zod";
import { aspectRatios } from "@/lib/scenes/aspect";
import { sceneDto } from "@/lib/scenes/schema";
import { entityDto } from "@/lib/world/schema";
import { storyLimits, styleTooLong } from "./limits";
import { tagKey, tagTooLong, tooManyTags } from "./tags";

export const imageModels = [
  "flux-kontext-pro",
  "flux-kontext-max",
  "google-nano-banana",
  "seedream-4",
] as const;
const storyStatus = z.enum(["draft", "published"]);
/** The audience of a story. */
export const storyRatings = ["everyone", "teen", "mature"] as const;
export type StoryRating = (typeof storyRatings)[number];

/** Whether finished pictures of panels are checked against their contract, and repaired. */
export const pictureChecks = ["off", "tell", "repair"] as const;

const title = requiredText("Title is required").max(
  storyLimits.title,
  `Title must be at most ${storyLimits.title} characters`,
);
const description = requiredText("Please provide a story description").max(
  storyLimits.description,
  `Story description must be ${storyLimits.description} characters or less`,
);
const panelCount = z.number().int().min(1).max(6);
const artStyle = z.string().trim().max(storyLimits.artStyle, styleTooLong);

/** Trimmed, without repeats (whatever the case), at most ten of at most fifty characters. */
export const tagsSchema = z
  .array(
    z
      .string()
      .trim()
      .refine(hasMinLength(1), "A tag cannot be blank")
      .max(storyLimits.tag, tagTooLong),
  )
  .max(100, tooManyTags)
  .transform((tags) => {
    const seen = new Set<string>();
    return tags.filter((tag) => {
      const key = tagKey(tag);
      return seen.has(key) ? false : seen.add(key);
    });
  })
  .refine((tags) => tags.length <= storyLimits.tags, tooManyTags);

export const createStoryBody = z.strictObject({
  title,
  description,
  tags: tagsSchema.default([]),
  aspectRatio: z.enum(aspectRatios).default("3:4"),
  panels: panelCount.default(1),
  defaultPanels: panelCount.default(1),
  artStyle: artStyle.default(""),
});
export type CreateStoryInput = z.infer<typeof createStoryBody>;

export const updateStoryBody = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  tags: tagsSchema.optional(),
  artStyle: artStyle.optional(),
  imageGenerationModel: z.enum(imageModels).optional(),
  panels: panelCount.optional(),
  defaultPanels: panelCount.optional(),
  aspectRatio: z.enum(aspectRatios).optional(),
  rating: z.enum(storyRatings).optional(),
  /** The panel whose picture is the cover; null chooses the first one with a picture. */
  coverPanelId: id.nullable().optional(),
  status: storyStatus.optional(),
  /** No model made any of its pictures, as far as the app knows. */
  madeByHand: z.boolean().optional(),
  /** Asks crawlers to leave it out of training. */
  noTraining: z.boolean().optional(),
  /** Bubbles that the author placed get the letter size of their page too. */
  oneLetterSize: z.boolean().optional(),
  /** A picture in the style of the story, which is sent to painters; null for none. */
  styleImageUrl: mediaUrl.nullable().optional(),
  /** The painter of a panel gets the panel before. */
  continuesPanels: z.boolean().optional(),
  pictureCheck: z.enum(pictureChecks).optional(),
  version: version.optional(),
});
export type UpdateStoryInput = z.infer<typeof updateStoryBody>;

/** The form of Story Settings. */
export const storySettingsForm = z.object({
  title,
  description,
  tags: tagsSchema,
  /** A tag that is typed but not yet added. */
  tagDraft: z.string().max(1000),
  imageGenerationModel: z.enum(imageModels),
  defaultPanels: panelCount,
  aspectRatio: z.enum(aspectRatios),
  madeByHand: z.boolean(),
  noTraining: z.boolean(),
  oneLetterSize: z.boolean(),
  styleImageUrl: mediaUrl.nullable(),
  continuesPanels: z.boolean(),
  pictureCheck: z.enum(pictureChecks),
});
export type StorySettings = z.infer<typeof storySettingsForm>;

/** The form of the publishing sheet. */
export const publishForm = z.object({
  title,
  tags: tagsSchema,
  /** A tag that is typed but not yet added. */
  tagDraft: z.string().max(1000),
  rating: z.enum(storyRatings),
  coverPanelId: id.nullable(),
});
export type PublishSettings = z.infer<typeof publishForm>;

export const artStyleBody = z.strictObject({
  artStyle: requiredText("Style description cannot be blank").max(
    storyLimits.artStyle,
    styleTooLong,
  ),
});

export const storyParams = z.object({ storyId: id });
/** The limit of user names: longer handles cannot exist. */
export const usernameParams = z.object({ username: z.string().min(1).max(10_000) });
export const profileQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export const remixSceneParams = z.object({
  storyId: id,
  /** A scene's id or its number. */
  scene: z.union([id, z.string().regex(/^[1-9]\d{0,4}$/, "This is not a valid scene")]),
});

export const searchSort = z.enum(["best", "new", "popular"]);
export const storyQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(12),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  /** Continues after the last card of the previous page, even if stories were published since. */
  cursor: z.string().max(200).optional(),
  tag: z.string().trim().max(50).optional(),
  author: z.string().trim().max(30).optional(),
  status: storyStatus
    .optional()
    .describe("Without `author`, `draft` lists the viewer's stories, `published` every author's."),
  sort: searchSort
    .optional()
    .describe(
      "`best` is only for searches, and their default; otherwise `new` is. Lists with drafts are always `new`.",
    ),
  q: z.string().trim().max(200).optional(),
  /** `by-hand`: stories that their authors declared as made by hand. */
  made: z.literal("by-hand").optional(),
});
export type StoryQuery = z.infer<typeof storyQuery>;

/** A cover in the feed. */
export const storyCard = z
  .object({
    _id: id,
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    aspectRatio: z.enum(aspectRatios),
    status: storyStatus,
    rating: z.enum(storyRatings),
    userId: authorDto,
    /** Address of the cover picture, null while there is none. */
    previewImage: z.string().nullable(),
    preview: imageDto,
    /** The CSS `object-position` that keeps faces in a cover. */
    coverPosition: z.string(),
    likeCount: z.number().int(),
    remixCount: z.number().int(),
    viewCount: z.number().int(),
    sceneCount: z.number().int(),
    createdAt: z.iso.datetime(),
    /** For the author: a draft that was opened and is still empty. */
    isUntouched: z.boolean().optional(),
  })
  .meta({ id: "StoryCard" });
export type StoryCard = z.infer<typeof storyCard>;

const pagination = z.object({
  page: z.number().int(),
  pages: z.number().int(),
  total: z.number().int(),
  nextCursor: z.string().nullable(),
});
export const tagCount = z.object({ tag: z.string(), count: z.number().int() });
export const tagCounts = z.array(tagCount);
export type TagCount = z.infer<typeof tagCount>;

/** Additional results of a search of public lists. */
export const searchDto = z.object({
  /** The corrected query, where a word without matches was replaced by a similar one; else null. */
  correctedTo: z.string().nullable(),
  /** Plain prefixes of words; pairs of letters in scripts without spaces. */
  words: z.array(z.string()),
  /** False where words are so common that older stories were left out. */
  isWhole: z.boolean(),
  /**
   * By story: the excerpt of a bubble or the description with the words, where the title lacks
   * them.
   */
  excerpts: z.record(z.string(), z.string()),
  /** Tags that begin with the query. On the first page only, as are people. */
  tags: z.array(tagCount),
  /**
   * People with stories in public lists whose names match all words as prefixes, with the number of
   * those stories.
   */
  people: z.array(authorDto.extend({ storyCount: z.number().int() })),
});
export type Search = z.infer<typeof searchDto>;

export const storyPage = z.object({
  stories: z.array(storyCard),
  pagination,
  search: searchDto.optional(),
});
export type StoryPage = z.infer<typeof storyPage>;

export const storyDto = z
  .object({
    _id: id,
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    artStyle: z.string(),
    aspectRatio: z.enum(aspectRatios),
    panels: z.number().int(),
    defaultPanels: z.number().int(),
    imageGenerationModel: z.enum(imageModels),
    status: storyStatus,
    rating: z.enum(storyRatings),
    userId: authorDto,
    coverPanelId: id.nullable(),
    previewImage: z.string().nullable(),
    preview: imageDto,
    remixCount: z.number().int(),
    likeCount: z.number().int(),
    viewCount: z.number().int(),
    sceneCount: z.number().int(),
    metadata: z.object({ totalScenes: z.number().int() }),
    isRemix: z.boolean(),
    /** The author by the name that is shown. */
    originalStoryId: z.object({ _id: id, title: z.string(), author: z.string() }).nullable(),
    originalStoryDeleted: z.boolean(),
    originalStoryTitle: z.string().nullable(),
    madeByHand: z.boolean(),
    noTraining: z.boolean(),
    oneLetterSize: z.boolean(),
    /** Only its author sees it. */
    styleImageUrl: z.string().nullable(),
    continuesPanels: z.boolean(),
    pictureCheck: z.enum(pictureChecks),
    /** Known models that made pictures of it; null if no model made one. */
    paintedBy: z.array(z.string()).nullable(),
    /** A sentence that says how its pictures were made; null if unknown. */
    aiDisclosure: z.string().nullable(),
    likeStats: likeInfo,
    scenes: z.array(sceneDto),
    characters: z.array(entityDto),
    locations: z.array(entityDto),
    version: z.number().int(),
    publishedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Story" });
export type Story = z.infer<typeof storyDto>;

export const profileDto = z
  .object({
    user: authorDto.extend(aboutDto.shape).extend({ createdAt: z.iso.datetime() }),
    stories: z.array(storyCard),
    stats: z.object({
      totalStories: z.number().int(),
      publishedStories: z.number().int(),
      /** Published but in no list, as stories for adults are; shown to their author only. */
      unlistedStories: z.number().int().optional(),
      totalScenes: z.number().int(),
      totalPanels: z.number().int(),
    }),
    pagination: pagination.omit({ nextCursor: true }),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof profileDto>;

export const randomImagesQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(12),
});
/** The list is also outside of `data`, so that clients of both contract versions work. */
export const randomImagesDto = z.object({
  images: z.array(z.string()),
  data: z.object({ images: z.array(z.string()) }),
});

/** Narrowest and widest rendered panel, in px. */
const renderedWidths = { from: 64, to: 2048 } as const;

export const renderQuery = z.strictObject({
  format: z.enum(["png", "jpeg", "webp"]).default("png"),
  /** In px; defaults to the width of the panel's own picture. */
  width: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "A width is a whole number of pixels")
    .transform(Number)
    .pipe(
      z
        .number()
        .min(renderedWidths.from, `A width is at least ${renderedWidths.from} pixels`)
        .max(renderedWidths.to, `A width is at most ${renderedWidths.to} pixels`),
    )
    .optional(),
  /** The letters of a panel alone, or of a panel on its page. */
  letters: z.enum(["alone", "page"]).default("alone"),
});
export type RenderQuery = z.infer<typeof renderQuery>;

export const exportQuery = z.strictObject({ format: z.literal("json").default("json") });
/** Increases when the format of an export changes incompatibly. */
export const exportVersion = 1;
/** A whole story in a file: the content that every reader may keep. */
export const storyExport = z.object({
  format: z.literal("inkwright-story"),
  version: z.literal(exportVersion),
  exportedAt: z.iso.datetime(),
  story: storyDto.omit({ likeStats: true }),
});
export type StoryExport = z.infer<typeof storyExport>;
