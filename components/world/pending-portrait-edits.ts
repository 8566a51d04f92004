import { readDraft, writeDraft } from "@/components/ui/forms/draft-storage";

/**
 * Changed portraits that are still being drawn. Nothing but this device knows whose portrait they
 * are to be, so it keeps that: a page that goes meanwhile loses none.
 */
const storageKeyOf = (entityId: string) => `inkwright:portrait-edit-job:${entityId}`;

/** Milliseconds, after which nobody waits for one any more. */
const pendingEditTtl = 24 * 60 * 60 * 1_000;

export interface PendingPortraitEdit {
  jobId: string;
  /** The portrait that is being changed. */
  before: string | null;
}

export const savePendingEdit = (entityId: string, { jobId, before }: PendingPortraitEdit): void =>
  writeDraft(storageKeyOf(entityId), { values: { jobId, before, at: Date.now() }, base: {} });

export const clearPendingEdit = (entityId: string): void =>
  writeDraft(storageKeyOf(entityId), null);

/** One that was asked for here and has not been seen; null where there is none. */
export function loadPendingEdit(entityId: string): PendingPortraitEdit | null {
  const { jobId, before, at } = readDraft(storageKeyOf(entityId))?.values ?? {};
  if (typeof jobId !== "string" || typeof at !== "number") return null;
  if (Date.now() - at >= pendingEditTtl) return null;
  return { jobId, before: typeof before === "string" ? before : null };
}
