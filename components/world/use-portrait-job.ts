"use client";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOpenJobs } from "@/components/media/use-open-jobs";
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
  followedJobs,
  isDrawing,
  type PortraitJob,
  portraitKey,
  setPortraitJob,
  shownPortraits,
  watchPortrait,
} from "./portrait-watch";
import { getCachedEntity, upsertEntity } from "./story-entities";

/** A running or failed portrait job, started by any component; null if there is none. */
export function usePortraitJob(entityId: string): PortraitJob | null {
  const { data } = useQuery<PortraitJob | null>({
    queryKey: portraitKey(entityId),
    // Only the watcher of the job writes this; it is never fetched.
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Registers an open dialog of an entity. */
export function useTrackShownPortrait(entityId: string): void {
  useEffect(() => {
    shownPortraits.add(entityId);
    return () => void shownPortraits.delete(entityId);
  }, [entityId]);
}

/** Follows a portrait that was requested on another device. */
export function useFollowPortrait(kind: EntityKind, entity: Entity): void {
  const client = useQueryClient();
  const jobs = useOpenJobs(entity.storyId, true);
  useEffect(() => {
    const jobId = jobs.findLast(({ entityId }) => entityId === entity._id)?.jobId;
    if (!jobId || followedJobs.has(jobId)) return;
    if (isDrawing(client.getQueryData(portraitKey(entity._id)) ?? null)) return;
    setPortraitJob(client, entity._id, { status: "processing" });
    watchPortrait(client, kind, entity, jobId);
  }, [client, entity, jobs, kind]);
}

interface PortraitRequest {
  entity: Entity;
  prompt?: string;
  /** No toast at the start, because the caller shows one. */
  quiet?: boolean;
}

/**
 * Generates a portrait and watches its job to the end. An error is stored for the dialog, and
 * toasted if no dialog shows it.
 */
export function useStartPortrait(kind: EntityKind) {
  return useDedupedMutation({
    mutationFn: ({ entity, prompt }: PortraitRequest) =>
      kind === "character"
        ? generateCharacterImage(entity._id, prompt)
        : generateLocationImage(entity._id, prompt),
    // Another prompt is another picture.
    keyOf: ({ entity, prompt }) => `${entity._id} ${prompt}`,
    meta: { handlesError: true },
    onMutate: ({ entity }, { client }) => {
      // The result of a pending edit would replace this one.
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

/** Edits a portrait by a prompt; the result becomes the portrait. */
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

/** Waits for an edited portrait and makes it the current one, unless another was chosen since. */
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
    // Both are takes, and the last is shown.
    const isChosen = shown !== null && shown !== before && shown !== changed;
    upsertEntity(client, kind, isChosen ? await show(shown) : saved);
    savePortraitPromptDraft(entity._id, "");
  });

/** Resumes watching edited portraits after a reload. */
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

/** Why a portrait job could not start, with the server's own reason if that says more. */
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
