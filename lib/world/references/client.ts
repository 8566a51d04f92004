import { queryOptions } from "@tanstack/react-query";
import { apiData } from "@/lib/platform/http/fetch";
import type { z } from "@/lib/platform/zod";
import type { EntityKind } from "../schema";
import {
  type addReferenceBody,
  type OutfitFormValues,
  type ReferenceSheet,
  referenceSheetDto,
  type UpdateOutfitInput,
} from "./schema";

const response = referenceSheetDto;
const addressOf = (kind: EntityKind, entityId: string) => `/${kind}s/${entityId}`;

export const sheetKey = (entityId: string) => ["sheets", entityId] as const;

/** The pictures and outfits of a character or location; refetched for changes of the story. */
export const sheetOptions = (kind: EntityKind, entityId: string, storyId: string) =>
  queryOptions({
    queryKey: sheetKey(entityId),
    queryFn: ({ signal }) =>
      apiData(`${addressOf(kind, entityId)}/references`, { signal, response }),
    meta: { changesWithStory: storyId },
    staleTime: 0,
  });

/** @throws ApiError, as do the writes below; each answers with the whole sheet */
export const addReference = (
  kind: EntityKind,
  entityId: string,
  body: z.input<typeof addReferenceBody>,
): Promise<ReferenceSheet> =>
  apiData(`${addressOf(kind, entityId)}/references`, { method: "POST", body, response });

export const deleteReference = (
  kind: EntityKind,
  entityId: string,
  referenceId: string,
): Promise<ReferenceSheet> =>
  apiData(`${addressOf(kind, entityId)}/references/${referenceId}`, { method: "DELETE", response });

export const createOutfit = (
  characterId: string,
  body: OutfitFormValues,
): Promise<ReferenceSheet> =>
  apiData(`/characters/${characterId}/outfits`, { method: "POST", body, response });

export const updateOutfit = (
  characterId: string,
  outfitId: string,
  body: UpdateOutfitInput,
): Promise<ReferenceSheet> =>
  apiData(`/characters/${characterId}/outfits/${outfitId}`, { method: "PUT", body, response });

export const deleteOutfit = (characterId: string, outfitId: string): Promise<ReferenceSheet> =>
  apiData(`/characters/${characterId}/outfits/${outfitId}`, { method: "DELETE", response });
