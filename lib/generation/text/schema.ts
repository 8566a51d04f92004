import type { ErrorCode } from "@/lib/platform/errors";
import { id } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { z } from "@/lib/platform/zod";
import { entityDto } from "@/lib/world/schema";

/** Calls of the writer that an author waits for: ideas, entities, better words, titles, sheets. */

export const suggestionTypes = ["continuationSeeds", "initialStorySeeds"] as const;
export type SuggestionType = (typeof suggestionTypes)[number];

/** Number of ideas that each kind of request asks for. */
export const suggestionCount = {
  continuationSeeds: 4,
  initialStorySeeds: 5,
} as const satisfies Record<SuggestionType, number>;

/** Failures of a call that waits for the writer. */
export const writerFailures: readonly ErrorCode[] = [
  "budget_exceeded",
  "content_flagged",
  "writer_failed",
];

/** Most entities of one extraction: the prompt asks for it, and the answer is cut to it. */
export const extractionLimits = { characters: 8, locations: 6 } as const;

export const suggestionsBody = z.strictObject({
  storyId: id,
  maxSuggestions: z.number().int().min(1).max(5).default(4),
  suggestionType: z.enum(suggestionTypes).default("continuationSeeds"),
  /** Milliseconds; another timestamp returns other ideas. */
  timestamp: z.number().int().nonnegative().max(8.64e15).optional(),
});

export const suggestion = z.object({ text: z.string(), emoji: z.string() });
export type Suggestion = z.infer<typeof suggestion>;

export const suggestionsReply = z.object({
  suggestions: z.array(suggestion),
  isNewStory: z.boolean(),
});
export type SuggestionsReply = z.infer<typeof suggestionsReply>;

export const extractEntitiesBody = z.strictObject({
  storyId: id,
  description: requiredText(
    "Please provide a story description to generate characters and locations",
  ).max(1000, "Story description must be 1000 characters or less"),
});
export const extractEntitiesReply = z.object({
  newCharacters: z.array(entityDto),
  newLocations: z.array(entityDto),
  /** Why no pictures of them are on their way. */
  portraitsRefused: z.string().max(400).optional(),
});
export type ExtractEntitiesReply = z.infer<typeof extractEntitiesReply>;

const context = z.strictObject({ storyId: id });

/** The messages of this schema are for people. */
export const improvableText = requiredText("Please enter some text to improve")
  .refine(hasMinLength(10), "Please enter at least 10 characters to improve")
  .max(1000, "Text is too long for improvement (max 1000 characters)");

/** Digits, dashes or one repeated letter have no meaning to improve. */
const isMeaningful = (text: string) => new Set(text.toLowerCase().match(/\p{L}/gu)).size > 1;

export const improveTextBody = z.strictObject({
  text: improvableText.refine(isMeaningful, "Please enter text that has words in it"),
  context,
});
export const improveTextReply = z.object({ improvedText: z.string() });

export const generateTitleBody = z.strictObject({
  description: requiredText("Please provide a story description").max(
    1000,
    "Story description must be 1000 characters or less",
  ),
  context,
});
export const generateTitleReply = z.object({ title: z.string() });

const quickDescription = (what: "character" | "location") =>
  requiredText(`Please enter a ${what} description`)
    .refine(hasMinLength(5), "Description must be at least 5 characters")
    .max(1000, "Description must be less than 1000 characters");

const sheetBody = (what: "character" | "location") =>
  z.strictObject({
    description: quickDescription(what),
    storyId: id,
    context: z.string().trim().max(2000).optional(),
  });
export const characterSheetBody = sheetBody("character");
export const locationSheetBody = sheetBody("location");

export const sheetReply = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  imagePrompt: z.string(),
});
export type SheetReply = z.infer<typeof sheetReply>;
