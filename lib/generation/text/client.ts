/** The calls of short texts, from the browser. */
import { queryOptions } from "@tanstack/react-query";
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

export const suggestionKeys = {
  /** Ideas belong to the state of a story: how it could begin, or what could come next. */
  of: (storyId: string, type: SuggestionType, isNew: boolean) =>
    ["generation", "suggestions", storyId, type, isNew] as const,
};

/** Ideas of what could be told next, or how a story could begin. */
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
        response: suggestionsReply,
      }),
    staleTime: 30_000,
    gcTime: gcTime(300_000),
    retry: 1,
    // Others would take the place of those that are being read, and be paid for.
    refetchOnReconnect: false,
  });

/** Finds the characters and places of a description and adds those that are new. @throws ApiError */
export const extractEntities = (
  storyId: string,
  description: string,
): Promise<ExtractEntitiesReply> =>
  apiData("/ai/extract-entities", {
    method: "POST",
    body: { storyId, description },
    response: extractEntitiesReply,
  });

/** @throws ApiError */
export async function improveText(storyId: string, text: string): Promise<string> {
  const body = { text, context: { storyId } };
  const call = { method: "POST", body, response: improveTextReply } as const;
  return (await apiData("/ai/improve-text", call)).improvedText;
}

/** @throws ApiError */
export async function generateTitle(storyId: string, description: string): Promise<string> {
  const body = { description, context: { storyId } };
  const call = { method: "POST", body, response: generateTitleReply } as const;
  return (await apiData("/ai/generate-title", call)).title;
}

/** The sheet of a character or place from a few words; nothing is saved. @throws ApiError */
export const generateSheet = (
  kind: EntityKind,
  storyId: string,
  description: string,
): Promise<SheetReply> =>
  apiData(`/ai/generate-${kind}-from-description`, {
    method: "POST",
    body: { description, storyId },
    response: sheetReply,
  });
