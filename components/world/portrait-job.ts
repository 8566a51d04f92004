"use client";
import { type QueryClient, QueryObserver, useMutation, useQuery } from "@tanstack/react-query";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import {
  generateCharacterImage,
  generateLocationImage,
  imageJobOptions,
} from "@/lib/generation/client";
import { portraitErrorText } from "@/lib/generation/error-texts";
import type { ImageJob } from "@/lib/generation/schema";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { showPortrait } from "./story-entities";
import { words } from "./words";

/** How the picture of a character or location is coming along. */
export interface PortraitJob {
  /** `starting`, then what the server says. */
  status: "starting" | ImageJob["status"];
  progress: number;
  /** Why it failed. */
  error: string | null;
  /** What it was painted from, once it is there. */
  prompt: string | null;
}

const keyOf = (entityId: string) => ["world", "portrait", entityId] as const;

/** A portrait that is under way or failed, wherever it was started from; null where none is. */
export function usePortraitJob(entityId: string | undefined): PortraitJob | null {
  const { data } = useQuery<PortraitJob | null>({
    queryKey: keyOf(entityId ?? "new"),
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

export const isDrawing = (job: PortraitJob | null): boolean =>
  job !== null && job.status !== "completed" && job.status !== "failed";

/**
 * Has a portrait painted and sees it through to its end, whether or not a dialog still shows it.
 * What goes wrong is said in a toast and kept for the dialog.
 */
export function usePortraitStart(kind: EntityKind) {
  return useMutation({
    mutationFn: ({ entity, prompt }: PortraitRequest) =>
      kind === "character"
        ? generateCharacterImage(entity._id, prompt)
        : generateLocationImage(entity._id, prompt),
    meta: { handlesError: true },
    onMutate: ({ entity }, { client }) =>
      tell(client, entity, { status: "starting", progress: 0, error: null, prompt: null }),
    onSuccess(jobId, { entity, quiet }, _, { client }) {
      if (!quiet) toast.info(words[kind].drawingStarted, { duration: 2_000 });
      watch(client, kind, entity, jobId);
    },
    onError(error, { entity }, _, { client }) {
      const { text, duration, reason } = startProblem(kind, error);
      tell(client, entity, { status: "failed", progress: 0, error: reason ?? text, prompt: null });
      toast.error(text, { duration, description: reason ?? undefined });
      playSound("error");
    },
  });
}

interface PortraitRequest {
  entity: Entity;
  prompt?: string;
  /** Says nothing of the start: whoever asked has said something already. */
  quiet?: boolean;
}

/** Why a portrait could not be started, and the server's own reason where that says more. */
export function startProblem(
  kind: EntityKind,
  error: unknown,
): { text: string; duration: number; reason: string | null } {
  // The answer was in order, but what it must carry was not in it.
  if (!(error instanceof ApiError)) {
    return { text: "No job ID in response", duration: 6_000, reason: null };
  }
  const { text, duration } = portraitErrorText(kind, error);
  const said = text.includes(error.message) || error.status === 429;
  return { text, duration, reason: said ? null : error.message };
}

/** Asks for the job until it has ended. */
function watch(client: QueryClient, kind: EntityKind, entity: Entity, jobId: string): void {
  const observer = new QueryObserver(client, imageJobOptions(jobId));
  const fail = (error: string) => {
    stop();
    tell(client, entity, { status: "failed", progress: 0, error, prompt: null });
    toast.error(error, { duration: 6_000 });
    playSound("error");
  };
  const stop = observer.subscribe(({ data: job, isError }) => {
    if (isError) return fail("Failed to check image generation status");
    if (!job) return;
    if (job.status === "failed") return fail(job.error ?? "Image generation failed");
    tell(client, entity, {
      status: job.status,
      progress: job.progress,
      error: null,
      prompt: job.result?.prompt ?? null,
    });
    if (job.status !== "completed") return;
    stop();
    if (job.result) showPortrait(client, kind, entity, job.result.imageUrl);
    playSound("notice");
  });
}

const tell = (client: QueryClient, entity: Entity, job: PortraitJob) =>
  client.setQueryData<PortraitJob | null>(keyOf(entity._id), job);

/** Forgets a job that has ended, so that an old failure is not shown for ever. */
export const forgetPortraitJob = (client: QueryClient, entityId: string) =>
  client.setQueryData<PortraitJob | null>(keyOf(entityId), (job) =>
    job && isDrawing(job) ? job : null,
  );
