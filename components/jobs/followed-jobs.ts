"use client";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useDraft } from "@/components/ui/forms/use-draft";
import { jobKeys } from "@/lib/jobs/client";
import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";
import type { Scene } from "@/lib/scenes/schema";
import { entityKinds } from "@/lib/world/schema";

const idText = z.string().max(100);
const urlText = z.string().max(2_000);

const common = {
  /** Null while the request is pending. A scene's own id stands for its job: it ends last. */
  jobId: idText.nullable(),
  /** The scene, panel, character or location. */
  subjectId: idText,
  startedAt: z.number().max(8.64e15),
  /** Why it failed: shown until the next attempt. */
  error: z.string().max(10_000).nullable(),
};
const followedJobSchema = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("scene"),
    /** Whether the scene is regenerated, which has its own messages. */
    isAnew: z.boolean(),
  }),
  z.object({
    ...common,
    kind: z.literal("panel"),
    /** The picture at the start: a different one makes an error stale. */
    imageUrl: urlText.nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal("portrait"),
    entityKind: z.enum(entityKinds),
    /** Whether a prompt changes the portrait; such a prompt does not describe it. */
    isEdit: z.boolean(),
    /** The portrait and all pictures at the start. */
    before: urlText.nullable(),
    known: z.array(urlText).max(500),
    /** The result, until the dialog has shown it. */
    made: z.object({ imageUrl: urlText, prompt: z.string().max(10_000).nullable() }).nullable(),
  }),
  z.object({ ...common, kind: z.literal("reference") }),
  z.object({
    ...common,
    kind: z.literal("take"),
    work: z.enum(["edit", "animate", "regenerate"]),
    sceneId: idText,
    panelNumber: z.number().int().max(100),
    /** Whether the panel had no picture before. */
    isFirst: z.boolean(),
    /** Whether the author no longer waits for it. */
    isSilent: z.boolean(),
  }),
]);
export type FollowedJob = z.infer<typeof followedJobSchema>;
export type JobKind = FollowedJob["kind"];
export type JobOf<Kind extends JobKind> = Extract<FollowedJob, { kind: Kind }>;

/**
 * The jobs of a story that this tab has started or follows, until it has reported their end. In
 * sessionStorage, so that the tab still follows them after a reload, and no other tab reports them
 * too.
 */
const store = createDrafts<Record<string, FollowedJob>>({
  kind: "jobs",
  scope: "tab",
  schema: z.record(z.string().max(200), followedJobSchema),
  emptyValue: {},
  // The job of a request that was pending when the page closed is not known.
  restore: (stored) =>
    Object.fromEntries(
      Object.entries(stored).filter(([, { jobId, error }]) => jobId !== null || error !== null),
    ),
});

/** Whether the end has been reported; the job is kept only to show it. */
export const isOver = (job: FollowedJob): boolean =>
  job.error !== null || (job.kind === "portrait" && job.made !== null);

/** A panel makes several takes at a time, a sheet several pictures, and one of everything else. */
const keyOf = ({ kind, subjectId, jobId }: FollowedJob) =>
  `${kind}:${kind === "take" || kind === "reference" ? jobId : subjectId}`;

/** Adds or replaces the job of its subject. */
export const setJob = (storyId: string, job: FollowedJob): void =>
  void store.set(storyId, { ...store.get(storyId), [keyOf(job)]: job });

/** Removes a job. @returns whether it was there: only the caller that removed it reports its end */
export function dropJob(storyId: string, job: FollowedJob): boolean {
  const { [keyOf(job)]: dropped, ...others } = store.get(storyId);
  if (dropped) store.set(storyId, Object.keys(others).length > 0 ? others : store.emptyValue);
  return dropped !== undefined;
}

/** Follows a job that has started. */
export function followJob(client: QueryClient, storyId: string, job: FollowedJob): void {
  // The server may answer a repeated request with the job that this tab has given up.
  if (job.jobId) client.removeQueries({ queryKey: jobKeys.one(job.jobId), type: "inactive" });
  setJob(storyId, job);
}

/** The fields of a job that has just begun. */
export const begun = (subjectId: string, jobId: string | null = null) => ({
  subjectId,
  jobId,
  startedAt: Date.now(),
  error: null,
});

/** Follows a scene, to report its end and its new characters and locations. */
export function followScene(
  client: QueryClient,
  { _id, storyId, panels }: Pick<Scene, "_id" | "storyId" | "panels">,
  { isAnew = false } = {},
): void {
  // Jobs of the panels concern their old pictures.
  if (isAnew) for (const panel of panels) dropJobOf(storyId, "panel", panel._id);
  // Cached progress of an earlier generation would end it at once.
  client.removeQueries({ queryKey: jobKeys.scene(_id) });
  setJob(storyId, { ...begun(_id, _id), kind: "scene", isAnew });
}

export const listJobs = (storyId: string): FollowedJob[] => Object.values(store.get(storyId));

/** The job of a scene, panel, character or location; undefined if there is none. */
export const findJob = <Kind extends JobKind>(storyId: string, kind: Kind, subjectId: string) =>
  store.get(storyId)[`${kind}:${subjectId}`] as JobOf<Kind> | undefined;

/** Removes the job of a subject, running or ended. */
export function dropJobOf(storyId: string, kind: JobKind, subjectId: string): void {
  const job = findJob(storyId, kind, subjectId);
  if (job) dropJob(storyId, job);
}

/** Ids of characters and locations with an open dialog, which shows the end instead of a toast. */
export const shownSubjects = new Set<string>();

export const useFollowedJobs = (storyId: string): FollowedJob[] =>
  Object.values(useDraft(store, storyId)[0]);

/** The job of one subject; renders again for changes of this one only. */
export const useFollowedJob = <Kind extends JobKind>(
  storyId: string,
  kind: Kind,
  subjectId: string,
): JobOf<Kind> | undefined =>
  useSyncExternalStore(
    store.subscribe,
    () => findJob(storyId, kind, subjectId),
    () => undefined,
  );
