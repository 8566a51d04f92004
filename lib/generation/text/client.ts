/** The calls of short texts, from the browser. */
import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "@/lib/platform/http/envelope";
import { api } from "@/lib/platform/http/fetch";
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
  of: (storyId: string, type: SuggestionType) =>
    ["generation", "suggestions", storyId, type] as const,
};

/** Ideas of what could be told next, or how a story could begin. */
export const suggestionsOptions = (storyId: string, suggestionType: SuggestionType) =>
  queryOptions({
    queryKey: suggestionKeys.of(storyId, suggestionType),
    queryFn: async ({ signal }) =>
      (
        await api("/ai/scene-suggestions", {
          method: "POST",
          body: {
            storyId,
            suggestionType,
            maxSuggestions: suggestionCount[suggestionType],
            timestamp: Date.now(),
          },
          signal,
          response: dataOf(suggestionsReply),
        })
      ).data,
    staleTime: 30_000,
    gcTime: 300_000,
    retry: 1,
  });

/** Finds the characters and places of a description and adds those that are new. @throws ApiError */
export async function extractEntities(
  storyId: string,
  description: string,
): Promise<ExtractEntitiesReply> {
  const answer = await api("/ai/extract-entities", {
    method: "POST",
    body: { storyId, description },
    response: dataOf(extractEntitiesReply),
  });
  return answer.data;
}

/** @throws ApiError */
export async function improveText(storyId: string, text: string): Promise<string> {
  const answer = await api("/ai/improve-text", {
    method: "POST",
    body: { text, context: { storyId } },
    response: dataOf(improveTextReply),
  });
  return answer.data.improvedText;
}

/** @throws ApiError */
export async function generateTitle(storyId: string, description: string): Promise<string> {
  const answer = await api("/ai/generate-title", {
    method: "POST",
    body: { description, context: { storyId } },
    response: dataOf(generateTitleReply),
  });
  return answer.data.title;
}

/** The sheet of a character or place from a few words; nothing is saved. @throws ApiError */
export async function generateSheet(
  kind: EntityKind,
  storyId: string,
  description: string,
): Promise<SheetReply> {
  const answer = await api(`/ai/generate-${kind}-from-description`, {
    method: "POST",
    body: { description, storyId },
    response: dataOf(sheetReply),
  });
  return answer.data;
}
