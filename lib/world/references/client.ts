import { queryOptions } from "@tanstack/react-query";
import { apiData } from "@/lib/platform/http/fetch";
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

/** Adds an outfit, or changes fields of one. */
export const saveOutfit = (
  characterId: string,
  outfit: Pick<Outfit, "_id" | "version"> | null,
  changes: Partial<OutfitFormValues>,
) =>
  outfit
    ? call(`/characters/${characterId}/outfits/${outfit._id}`, {
        method: "PUT",
        body: { ...changes, version: outfit.version },
      })
    : call(`/characters/${characterId}/outfits`, { method: "POST", body: changes });

export const deleteOutfit = (characterId: string, outfitId: string) =>
  call(`/characters/${characterId}/outfits/${outfitId}`, { method: "DELETE" });
