"use client";
import { useEffect, useState } from "react";
import {
  begun,
  dropJobOf,
  findJob,
  followJob,
  isOver,
  type JobOf,
  setJob,
  shownSubjects,
  useFollowedJob,
} from "@/components/jobs/followed-jobs";
import { useFollowOpenJobs } from "@/components/jobs/use-follow-open-jobs";
import { useJobProgress } from "@/components/jobs/use-job-progress";
import { requestPicture } from "@/components/media/request-picture";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { mediaErrorText, portraitErrorText } from "@/lib/generation/error-texts";
import type { MaskShapes } from "@/lib/media/repair/mask";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { isAwaitingPortrait, portraitTimeoutMs } from "@/lib/world/entities";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { entityTexts } from "./entity-texts";
import { portraitPromptDrafts } from "./portrait-drafts";

/** Progress of the portrait of a character or location. */
export interface PortraitJob {
  status: "starting" | "queued" | "processing" | "completed" | "failed";
  progress: number;
  /** Whether the work has stalled. */
  isWaiting: boolean;
  /** Why it failed. */
  error: string | null;
  /** The resulting picture, and the prompt it was painted from. */
  made: JobOf<"portrait">["made"];
  /** The picture is an earlier take: providers may return the same picture for the same prompt. */
  isDuplicate: boolean;
}

type EntityRef = Pick<Entity, "_id" | "storyId">;

/** An entity of a story or an entry of My Cast, whose portrait is never being drawn. */
export type Pictured = Pick<Entity, "_id" | "name" | "primaryImageUrl"> &
  Partial<Pick<Entity, "storyId" | "createdAt">>;

const isOpen = (job: JobOf<"portrait"> | undefined) => job !== undefined && !isOver(job);

export const isDrawing = (job: PortraitJob | null): boolean =>
  job !== null && job.status !== "completed" && job.status !== "failed";

/** A running or ended portrait job, started by any component; null if there is none. */
export function usePortraitJob({ _id, storyId }: EntityRef): PortraitJob | null {
  const job = useFollowedJob(storyId, "portrait", _id);
  const { isProcessing, ...progress } = useJobProgress(storyId, job?.jobId ? [job.jobId] : []);
  if (!job) return null;
  const { error, made, known, jobId } = job;
  const working = jobId === null ? "starting" : isProcessing ? "processing" : "queued";
  return {
    ...progress,
    status: error !== null ? "failed" : made ? "completed" : working,
    error,
    made,
    isDuplicate: made !== null && known.includes(made.imageUrl),
  };
}

/** Forgets an ended job. */
export const clearPortraitJob = ({ _id, storyId }: EntityRef): void =>
  dropJobOf(storyId, "portrait", _id);

/**
 * Whether the first portrait of a new character or location is still pending; expires by itself.
 */
export function useIsPortraitPending(entity: Pictured): boolean {
  const { storyId = "", createdAt = "", primaryImageUrl } = entity;
  const [now, setNow] = useState(Date.now);
  const job = useFollowedJob(storyId, "portrait", entity._id);
  useEffect(() => {
    const left = new Date(createdAt).getTime() + portraitTimeoutMs - Date.now();
    if (!(left > 0)) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [createdAt]);
  if (primaryImageUrl !== null || job?.error) return false;
  return isOpen(job) || isAwaitingPortrait({ primaryImageUrl, createdAt }, now);
}

/** Registers an open dialog of an entity, and follows what another device draws for it. */
export function useShownPortrait(kind: EntityKind, entity: Entity): void {
  const { _id, storyId } = entity;
  useEffect(() => {
    shownSubjects.add(_id);
    return () => void shownSubjects.delete(_id);
  }, [_id]);
  useFollowOpenJobs(storyId, true, (jobs) => {
    const newest = jobs.findLast((job) => job.entityId === _id && !job.reference);
    if (!newest || isOpen(findJob(storyId, "portrait", _id))) return [];
    return [portraitJob(kind, entity, newest.work, newest.jobId)];
  });
}

interface PortraitRequest {
  entity: Entity;
  /** `edit` changes the portrait by the prompt. */
  work: "regenerate" | "edit";
  prompt?: string;
  /** The only part of the portrait that changes. */
  mask?: MaskShapes | undefined;
  /** Without a toast at the start, because the caller shows one. */
  quiet?: boolean;
}

/**
 * Requests a portrait; its job is followed to the end. An error is stored for the dialog, and
 * toasted if no dialog shows it.
 */
export function useDrawPortrait(kind: EntityKind) {
  return useDedupedMutation({
    mutationFn: ({ entity, work, prompt, mask }: PortraitRequest) =>
      requestPicture({ kind, entity }, { work, prompt, imageUrl: entity.primaryImageUrl, mask }),
    // A request with another prompt or spot is no duplicate.
    keyOf: ({ entity, work, prompt, mask }) =>
      `${entity._id} ${work} ${prompt} ${JSON.stringify(mask)}`,
    meta: { handlesError: true },
    onMutate: ({ entity, work, prompt }) => {
      if (work === "edit") portraitPromptDrafts.set(entity._id, prompt ?? "");
      setJob(entity.storyId, portraitJob(kind, entity, work));
    },
    onSuccess(jobId, { entity, work, quiet }, _, { client }) {
      if (work === "regenerate" && !quiet)
        toast.info(entityTexts[kind].drawingStarted, { duration: 2_000, description: entity.name });
      followJob(client, entity.storyId, portraitJob(kind, entity, work, jobId));
    },
    onError(error, { entity, work }) {
      playSound("error");
      const { text, duration, reason } = describeStartError(kind, error, work);
      setJob(entity.storyId, { ...portraitJob(kind, entity, work), error: reason ?? text });
      if (work === "edit" && shownSubjects.has(entity._id)) return;
      const description = [entity.name, reason].filter(Boolean).join(": ");
      toast.error(text, { duration, description });
    },
  });
}

const portraitJob = (
  entityKind: EntityKind,
  { _id, primaryImageUrl, imageUrls }: Entity,
  work: string,
  jobId: string | null = null,
): JobOf<"portrait"> => ({
  ...begun(_id, jobId),
  kind: "portrait",
  entityKind,
  isEdit: work === "edit",
  made: null,
  before: primaryImageUrl,
  known: imageUrls,
});

/** Why a portrait job could not start, with the server's own reason if that says more. */
export function describeStartError(
  kind: EntityKind,
  error: unknown,
  work: PortraitRequest["work"] = "regenerate",
): { text: string; duration: number; reason: string | null } {
  if (work === "edit") {
    const { text } = mediaErrorText("edit", error, { hasStarted: false });
    return { text, duration: 6_000, reason: null };
  }
  const { text, duration } = portraitErrorText(kind, error);
  const reason = messageOf(error);
  const isReasonIncluded =
    text.includes(reason) || (error instanceof ApiError && error.status === 429);
  return { text, duration, reason: isReasonIncluded ? null : reason };
}
