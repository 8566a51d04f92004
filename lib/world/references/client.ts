import { queryOptions } from "@tanstack/react-query";
import { apiData } from "@/lib/platform/http/fetch";
import { changesUnlessStale, saveLatest } from "@/lib/platform/http/save-latest";
import type { z } from "@/lib/platform/zod";
import type { EntityKind } from "../schema";
import {
  type addReferenceBody,
  type Outfit,
  type OutfitFormValues,
  type ReferenceSheet,
  referenceSheetDto,
} from "./schema";

/** Reads or changes a sheet; every answer is the whole sheet. @throws ApiError */
const call = (
  path: string,
  request: { method?: "POST" | "PUT" | "DELETE"; body?: object; signal?: AbortSignal },
): Promise<ReferenceSheet> => apiData(path, { ...request, response: referenceSheetDto });

export const sheetKey = (entityId: string) => ["sheets", entityId] as const;

/** The pictures and outfits of a character or location; refetched for changes of the story. */
export const sheetOptions = (kind: EntityKind, entityId: string, storyId: string) =>
  queryOptions({
    queryKey: sheetKey(entityId),
    queryFn: ({ signal }) => call(`/${kind}s/${entityId}/references`, { signal }),
    meta: { changesWithStory: storyId },
    staleTime: 0,
  });

export const addReference = (
  kind: EntityKind,
  entityId: string,
  body: z.input<typeof addReferenceBody>,
) => call(`/${kind}s/${entityId}/references`, { method: "POST", body });

export const deleteReference = (kind: EntityKind, entityId: string, referenceId: string) =>
  call(`/${kind}s/${entityId}/references/${referenceId}`, { method: "DELETE" });

interface SeenOutfit {
  /** Null adds one. */
  outfit: Outfit | null;
  sheet: ReferenceSheet;
  keep: (sheet: ReferenceSheet) => void;
}

/** Adds an outfit, or changes fields of one; `keep` caches a newer sheet. */
export async function saveOutfit(
  characterId: string,
  { outfit, sheet, keep }: SeenOutfit,
  changes: Partial<OutfitFormValues>,
): Promise<ReferenceSheet> {
  const path = `/characters/${characterId}/outfits`;
  if (!outfit) return call(path, { method: "POST", body: changes });
  const toRow = (sheet: ReferenceSheet) => ({
    ...(sheet.outfits.find(({ _id }) => _id === outfit._id) ?? outfit),
    sheet,
  });
  const saved = await saveLatest(toRow(sheet), {
    schema: referenceSheetDto.transform(toRow),
    changesFor: changesUnlessStale(outfit, changes),
    send: async (body) => toRow(await call(`${path}/${outfit._id}`, { method: "PUT", body })),
    keep: ({ sheet }) => keep(sheet),
  });
  return saved.sheet;
}

export const deleteOutfit = (characterId: string, outfitId: string) =>
  call(`/characters/${characterId}/outfits/${outfitId}`, { method: "DELETE" });
