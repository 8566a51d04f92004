import { readDraft, writeDraft } from "@/components/ui/forms/draft-storage";

/**
 * Edited portraits that are still being drawn. Only this device knows which entity they are for, so
 * it stores them and survives a reload.
 */
const storageKeyOf = (entityId: string) => `inkwright:portrait-edit-job:${entityId}`;

/** Milliseconds after which a pending edit expires. */
const pendingEditTtl = 24 * 60 * 60 * 1_000;

export interface PendingPortraitEdit {
  jobId: string;
  /** The portrait being edited. */
  before: string | null;
}

export const savePendingEdit = (entityId: string, { jobId, before }: PendingPortraitEdit): void =>
  writeDraft(storageKeyOf(entityId), { values: { jobId, before, at: Date.now() }, base: {} });

export const clearPendingEdit = (entityId: string): void =>
  writeDraft(storageKeyOf(entityId), null);

/** The pending edit of an entity whose result has not been shown yet, or null. */
export function loadPendingEdit(entityId: string): PendingPortraitEdit | null {
  const { jobId, before, at } = readDraft(storageKeyOf(entityId))?.values ?? {};
  if (typeof jobId !== "string" || typeof at !== "number") return null;
  if (Date.now() - at >= pendingEditTtl) return null;
  return { jobId, before: typeof before === "string" ? before : null };
}
