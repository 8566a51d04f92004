/** The browser's calls for short texts. */
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { isClientError } from "@/lib/platform/http/api-error";
import { apiData } from "@/lib/platform/http/fetch";
import { gcTime } from "@/lib/platform/http/gc-time";
import type { EntityKind } from "@/lib/world/schema";
import {
  type ExtractEntitiesReply,
  extractEntitiesReply,
  generateTitleReply,
  improveTextReply,
  type SheetReply,
  type SuggestionType,
  sheetReply,
  suggestionCount,
  suggestionsReply,
} from "./schema";

/**
 * Milliseconds; long, because a local model must be loaded and writes only a few words per second.
 */
const textTimeout = 360_000;

/** Shown when the writer has not answered for a while. */
export const modelLoadingText = "The model is loading. After a pause this can take a few minutes.";

/** Options of mutations that wait for a short text. */
export const textMutationMeta = { handlesError: true, slowText: modelLoadingText };

export const suggestionKeys = {
  /** Ideas belong to the state of a story: how it could begin, or what could come next. */
  of: (storyId: string, type: SuggestionType, isNew: boolean) =>
    ["generation", "suggestions", storyId, type, isNew] as const,
};

/** Ideas for the next scene, or for the beginning of a story. */
export const suggestionsOptions = (
  storyId: string,
  suggestionType: SuggestionType,
  isNew: boolean,
) =>
  queryOptions({
    queryKey: suggestionKeys.of(storyId, suggestionType, isNew),
    queryFn: ({ signal }) =>
      apiData("/ai/scene-suggestions", {
        method: "POST",
        body: {
          storyId,
          suggestionType,
          maxSuggestions: suggestionCount[suggestionType],
          timestamp: Date.now(),
        },
        signal,
        timeout: textTimeout,
        response: suggestionsReply,
      }),
    staleTime: 30_000,
    gcTime: gcTime(300_000),
    retry: (failures, error) => failures < 1 && !isClientError(error),
    // New ideas would replace those that the author is reading, and cost money.
    refetchOnReconnect: false,
  });

/** @throws ApiError */
const ask = <Reply extends z.ZodType>(path: string, body: object, response: Reply) =>
  apiData(path, { method: "POST", body, timeout: textTimeout, response });

/** Finds the characters and locations of a description and adds the new ones. @throws ApiError */
export const extractEntities = (
  storyId: string,
  description: string,
): Promise<ExtractEntitiesReply> =>
  ask("/ai/extract-entities", { storyId, description }, extractEntitiesReply);

/** @throws ApiError */
export const improveText = async (storyId: string, text: string): Promise<string> =>
  (await ask("/ai/improve-text", { text, context: { storyId } }, improveTextReply)).improvedText;

/** @throws ApiError */
export async function generateTitle(storyId: string, description: string): Promise<string> {
  const body = { description, context: { storyId } };
  return (await ask("/ai/generate-title", body, generateTitleReply)).title;
}

/** Writes the sheet of a character or location from a few words; saves nothing. @throws ApiError */
export const generateSheet = (
  kind: EntityKind,
  storyId: string,
  description: string,
): Promise<SheetReply> =>
  ask(`/ai/generate-${kind}-from-description`, { description, storyId }, sheetReply);
