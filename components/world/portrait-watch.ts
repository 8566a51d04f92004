import type { QueryClient } from "@tanstack/react-query";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { watchImageJob } from "@/lib/generation/client";
import type { ImageJob } from "@/lib/generation/schema";
import { messageWithFallback } from "@/lib/platform/http/api-error";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { clearPendingEdit } from "./pending-portrait-edits";
import { showPortrait } from "./story-entities";

/** Progress of the portrait of a character or location. */
export interface PortraitJob {
  /** `starting`, then the server's status. */
  status: "starting" | ImageJob["status"];
  progress: number;
  /** The job is waiting. */
  isWaiting: boolean;
  /** Why it failed. */
  error: string | null;
  /** The prompt it was painted from; null until completed. */
  prompt: string | null;
  /** The resulting picture. */
  imageUrl: string | null;
  /** The picture is an earlier take: providers may return the same picture for the same prompt. */
  isDuplicate: boolean;
}

export const duplicatePictureText = "This is a picture you already have. Try a different prompt.";

export const portraitKey = (entityId: string) => ["world", "portrait", entityId] as const;

export const isDrawing = (job: PortraitJob | null): boolean =>
  job !== null && job.status !== "completed" && job.status !== "failed";

/** Publishes the progress of a portrait to all components that show it. */
export const setPortraitJob = (
  client: QueryClient,
  entityId: string,
  job: Pick<PortraitJob, "status"> & Partial<PortraitJob>,
) =>
  client.setQueryData<PortraitJob | null>(portraitKey(entityId), {
    progress: 0,
    isWaiting: false,
    error: null,
    prompt: null,
    imageUrl: null,
    isDuplicate: false,
    ...job,
  });

/** Clears an ended job. */
export const clearPortraitJob = (client: QueryClient, entityId: string) =>
  client.setQueryData<PortraitJob | null>(portraitKey(entityId), (job) =>
    job && isDrawing(job) ? job : null,
  );

/** Ids of the jobs that this tab follows or has followed. */
export const followedJobs = new Set<string>();

/** Entities with an open dialog, which shows the outcome instead of a toast. */
export const shownPortraits = new Set<string>();

/**
 * Polls a job until it has ended, whether or not a dialog shows it, and puts its picture into the
 * story.
 * @param keep makes an edited picture the portrait; a generated one already is
 */
export function watchPortrait(
  client: QueryClient,
  kind: EntityKind,
  entity: Entity,
  jobId: string,
  onEdited?: (imageUrl: string) => Promise<void>,
): void {
  const fail = (error: string) => {
    setPortraitJob(client, entity._id, { status: "failed", error });
    if (!shownPortraits.has(entity._id)) {
      toast.error(`${entity.name}: ${error}`, { duration: 6_000 });
    }
    playSound("error");
  };
  followedJobs.add(jobId);
  watchImageJob(entity.storyId, jobId, {
    onUpdate: ({ status, progress, isWaiting }) =>
      setPortraitJob(client, entity._id, { status, progress, isWaiting }),
    async onEnd(end) {
      if (end.how !== "ended") return fail("Failed to check image generation status");
      const { status, progress, result, error } = end.job;
      if (status === "failed") {
        clearPendingEdit(entity._id);
        return fail(error ?? "Image generation failed");
      }
      if (result && onEdited) {
        try {
          await onEdited(result.imageUrl);
        } catch (error) {
          return fail(messageWithFallback(error, "Failed to update the picture"));
        }
        clearPendingEdit(entity._id);
      } else if (result) showPortrait(client, kind, entity, result.imageUrl);
      playSound("notice");
      if (result?.note) toast.info(result.note, { duration: 6_000 });
      // An edit prompt does not describe the picture.
      const prompt = onEdited ? null : (result?.prompt ?? null);
      const imageUrl = result?.imageUrl ?? null;
      const isDuplicate = imageUrl !== null && entity.imageUrls.includes(imageUrl);
      if (isDuplicate && !shownPortraits.has(entity._id)) {
        toast.info(`${entity.name}: ${duplicatePictureText}`, { duration: 6_000 });
      }
      setPortraitJob(client, entity._id, { status, progress, prompt, imageUrl, isDuplicate });
    },
  });
}
