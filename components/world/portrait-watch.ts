import type { QueryClient } from "@tanstack/react-query";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { watchImageJob } from "@/lib/generation/client";
import type { ImageJob } from "@/lib/generation/schema";
import { messageWithFallback } from "@/lib/platform/http/api-error";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { clearPendingEdit } from "./pending-portrait-edits";
import { showPortrait } from "./story-entities";

/** How the picture of a character or location is coming along. */
export interface PortraitJob {
  /** `starting`, then what the server says. */
  status: "starting" | ImageJob["status"];
  progress: number;
  /** Its work stands still for now. */
  isWaiting: boolean;
  /** Why it failed. */
  error: string | null;
  /** What it was painted from, once it is there. */
  prompt: string | null;
  /** The picture it ended with. */
  imageUrl: string | null;
  /** That is one it had before: painters may make the same picture of the same words. */
  isDuplicate: boolean;
}

export const duplicatePictureText = "This is a picture you already have. Try a different prompt.";

export const portraitKey = (entityId: string) => ["world", "portrait", entityId] as const;

export const isDrawing = (job: PortraitJob | null): boolean =>
  job !== null && job.status !== "completed" && job.status !== "failed";

/** Lets everybody who shows this one know how its picture is coming along. */
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

/** Forgets a job that has ended. */
export const clearPortraitJob = (client: QueryClient, entityId: string) =>
  client.setQueryData<PortraitJob | null>(portraitKey(entityId), (job) =>
    job && isDrawing(job) ? job : null,
  );

/** Those whose dialog is open: what happens to their picture is seen there, and needs no toast. */
export const shownPortraits = new Set<string>();

/**
 * Asks for a job until it has ended, whether or not a dialog still shows it, and puts its picture
 * into the story.
 * @param keep makes a changed picture the portrait; one that was painted for it is already
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
      // What was to be different is no description of the picture.
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
