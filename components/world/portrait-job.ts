"use client";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
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
import { type AwaitedEdit, forgetEdit, keepEdit, keptEdit } from "./portrait-edits";
import {
  isDrawing,
  type PortraitJob,
  portraitKey,
  shownPortraits,
  tellPortrait,
  watchPortrait,
} from "./portrait-watch";
import { keepPortraitWords } from "./portrait-words";
import { entityNow, putEntity } from "./story-entities";
import { words } from "./words";

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
export function useShownPortrait(entityId: string): void {
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
export function usePortraitStart(kind: EntityKind) {
  return useWrite({
    mutationFn: ({ entity, prompt }: PortraitRequest) =>
      kind === "character"
        ? generateCharacterImage(entity._id, prompt)
        : generateLocationImage(entity._id, prompt),
    // Drawn from other words it is another picture.
    keyOf: ({ entity, prompt }) => `${entity._id} ${prompt}`,
    meta: { handlesError: true },
    onMutate: ({ entity }, { client }) => {
      // A change that is still awaited would take the place of this one.
      forgetEdit(entity._id);
      tellPortrait(client, entity._id, { status: "starting" });
    },
    onSuccess(jobId, { entity, quiet }, _, { client }) {
      if (!quiet) toast.info(words[kind].drawingStarted, { duration: 2_000 });
      watchPortrait(client, kind, entity, jobId);
    },
    onError(error, { entity }, _, { client }) {
      const { text, duration, reason } = startProblem(kind, error);
      tellPortrait(client, entity._id, { status: "failed", error: reason ?? text });
      toast.error(text, { duration, description: reason ?? undefined });
      playSound("error");
    },
  });
}

/** Has the portrait of one changed as the words say; the result is its portrait. */
export function usePortraitRefine(kind: EntityKind) {
  return useWrite({
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
      keepPortraitWords(entity._id, prompt);
      tellPortrait(client, entity._id, { status: "starting" });
    },
    onSuccess(jobId, { entity }, _, { client }) {
      const edit = { jobId, before: entity.primaryImageUrl };
      keepEdit(entity._id, edit);
      seeEdited(client, kind, entity, edit);
    },
    onError(error, { entity }, _, { client }) {
      const { text } = mediaErrorText("edit", error, { hasStarted: false });
      tellPortrait(client, entity._id, { status: "failed", error: text });
      if (!shownPortraits.has(entity._id)) toast.error(text, { duration: 6_000 });
      playSound("error");
    },
  });
}

/** Waits for a changed portrait and makes it the one that is shown, unless another was chosen since. */
const seeEdited = (
  client: QueryClient,
  kind: EntityKind,
  entity: Entity,
  { jobId, before }: AwaitedEdit,
): void =>
  watchPortrait(client, kind, entity, jobId, async (changed) => {
    const shown = entityNow(client, kind, entity).primaryImageUrl;
    const show = (primaryImageUrl: string) => updateEntity(kind, entity._id, { primaryImageUrl });
    const saved = await show(changed);
    // Both are kept, and the last is shown.
    const isChosen = shown !== null && shown !== before && shown !== changed;
    putEntity(client, kind, isChosen ? await show(shown) : saved);
    keepPortraitWords(entity._id, "");
  });

/** Waits on for changed portraits whose page went while they were drawn. */
export function useAwaitedEdits(story: Pick<Story, "characters" | "locations">): void {
  const client = useQueryClient();
  const first = useRef(story);
  useEffect(() => {
    const { characters, locations } = first.current;
    const wait = (kind: EntityKind) => (entity: Entity) => {
      const edit = keptEdit(entity._id);
      if (!edit || isDrawing(client.getQueryData(portraitKey(entity._id)) ?? null)) return;
      tellPortrait(client, entity._id, { status: "processing" });
      seeEdited(client, kind, entity, edit);
    };
    characters.forEach(wait("character"));
    locations.forEach(wait("location"));
  }, [client]);
}

/** Why a portrait could not be started, and the server's own reason where that says more. */
export function startProblem(
  kind: EntityKind,
  error: unknown,
): { text: string; duration: number; reason: string | null } {
  const { text, duration } = portraitErrorText(kind, error);
  const reason = messageOf(error);
  const isWhole = text.includes(reason) || (error instanceof ApiError && error.status === 429);
  return { text, duration, reason: isWhole ? null : reason };
}
