"use client";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import {
  generateCharacterImage,
  generateLocationImage,
  refineImage,
} from "@/lib/generation/client";
import { mediaErrorText, portraitErrorText } from "@/lib/generation/error-texts";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import type { Story } from "@/lib/stories/schema";
import { updateEntity } from "@/lib/world/client";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { entityTexts } from "./entity-texts";
import {
  clearPendingEdit,
  loadPendingEdit,
  type PendingPortraitEdit,
  savePendingEdit,
} from "./pending-portrait-edits";
import { savePortraitPromptDraft } from "./portrait-prompt-draft";
import {
  isDrawing,
  type PortraitJob,
  portraitKey,
  setPortraitJob,
  shownPortraits,
  watchPortrait,
} from "./portrait-watch";
import { getCachedEntity, upsertEntity } from "./story-entities";

/** A portrait that is under way or failed, wherever it was started from; null where none is. */
export function usePortraitJob(entityId: string): PortraitJob | null {
  const { data } = useQuery<PortraitJob | null>({
    queryKey: portraitKey(entityId),
    // Written by those who watch the job; nothing is fetched here.
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Says that the dialog of one is open. */
export function useTrackShownPortrait(entityId: string): void {
  useEffect(() => {
    shownPortraits.add(entityId);
    return () => void shownPortraits.delete(entityId);
  }, [entityId]);
}

interface PortraitRequest {
  entity: Entity;
  prompt?: string;
  /** Says nothing of the start: whoever asked has said something already. */
  quiet?: boolean;
}

/**
 * Has a portrait painted and sees it through to its end. What goes wrong is kept for the dialog, and
 * said in a toast where no dialog shows it.
 */
export function useStartPortrait(kind: EntityKind) {
  return useDedupedMutation({
    mutationFn: ({ entity, prompt }: PortraitRequest) =>
      kind === "character"
        ? generateCharacterImage(entity._id, prompt)
        : generateLocationImage(entity._id, prompt),
    // Drawn from other words it is another picture.
    keyOf: ({ entity, prompt }) => `${entity._id} ${prompt}`,
    meta: { handlesError: true },
    onMutate: ({ entity }, { client }) => {
      // A change that is still awaited would take the place of this one.
      clearPendingEdit(entity._id);
      setPortraitJob(client, entity._id, { status: "starting" });
    },
    onSuccess(jobId, { entity, quiet }, _, { client }) {
      if (!quiet) toast.info(entityTexts[kind].drawingStarted, { duration: 2_000 });
      watchPortrait(client, kind, entity, jobId);
    },
    onError(error, { entity }, _, { client }) {
      const { text, duration, reason } = describeStartError(kind, error);
      setPortraitJob(client, entity._id, { status: "failed", error: reason ?? text });
      toast.error(text, { duration, description: reason ?? undefined });
      playSound("error");
    },
  });
}

/** Has the portrait of one changed as the words say; the result is its portrait. */
export function useRefinePortrait(kind: EntityKind) {
  return useDedupedMutation({
    mutationFn: ({ entity, prompt }: { entity: Entity; prompt: string }) =>
      refineImage({
        storyId: entity.storyId,
        prompt,
        initialImageUrl: entity.primaryImageUrl ?? "",
        aspectRatio: kind === "character" ? "3:4" : "3:2",
      }),
    keyOf: ({ entity, prompt }) => `${entity._id} ${prompt}`,
    meta: { handlesError: true },
    onMutate: ({ entity, prompt }, { client }) => {
      savePortraitPromptDraft(entity._id, prompt);
      setPortraitJob(client, entity._id, { status: "starting" });
    },
    onSuccess(jobId, { entity }, _, { client }) {
      const edit = { jobId, before: entity.primaryImageUrl };
      savePendingEdit(entity._id, edit);
      applyPortraitEdit(client, kind, entity, edit);
    },
    onError(error, { entity }, _, { client }) {
      const { text } = mediaErrorText("edit", error, { hasStarted: false });
      setPortraitJob(client, entity._id, { status: "failed", error: text });
      if (!shownPortraits.has(entity._id)) toast.error(text, { duration: 6_000 });
      playSound("error");
    },
  });
}

/** Waits for a changed portrait and makes it the one that is shown, unless another was chosen since. */
const applyPortraitEdit = (
  client: QueryClient,
  kind: EntityKind,
  entity: Entity,
  { jobId, before }: PendingPortraitEdit,
): void =>
  watchPortrait(client, kind, entity, jobId, async (changed) => {
    const shown = getCachedEntity(client, kind, entity).primaryImageUrl;
    const show = (primaryImageUrl: string) => updateEntity(kind, entity._id, { primaryImageUrl });
    const saved = await show(changed);
    // Both are kept, and the last is shown.
    const isChosen = shown !== null && shown !== before && shown !== changed;
    upsertEntity(client, kind, isChosen ? await show(shown) : saved);
    savePortraitPromptDraft(entity._id, "");
  });

/** Waits on for changed portraits whose page went while they were drawn. */
export function useResumePendingEdits(story: Pick<Story, "characters" | "locations">): void {
  const client = useQueryClient();
  const first = useRef(story);
  useEffect(() => {
    const { characters, locations } = first.current;
    const wait = (kind: EntityKind) => (entity: Entity) => {
      const edit = loadPendingEdit(entity._id);
      if (!edit || isDrawing(client.getQueryData(portraitKey(entity._id)) ?? null)) return;
      setPortraitJob(client, entity._id, { status: "processing" });
      applyPortraitEdit(client, kind, entity, edit);
    };
    characters.forEach(wait("character"));
    locations.forEach(wait("location"));
  }, [client]);
}

/** Why a portrait could not be started, and the server's own reason where that says more. */
export function describeStartError(
  kind: EntityKind,
  error: unknown,
): { text: string; duration: number; reason: string | null } {
  const { text, duration } = portraitErrorText(kind, error);
  const reason = messageOf(error);
  const isReasonIncluded =
    text.includes(reason) || (error instanceof ApiError && error.status === 429);
  return { text, duration, reason: isReasonIncluded ? null : reason };
}
