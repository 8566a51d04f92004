import { readKept, writeKept } from "@/components/ui/kept-values";

/**
 * Changed portraits that are still being drawn. Nothing but this device knows whose portrait they
 * are to be, so it keeps that: a page that goes meanwhile loses none.
 */
const keyOf = (entityId: string) => `inkwright:portrait-edit-job:${entityId}`;

/** Milliseconds, after which nobody waits for one any more. */
const patience = 24 * 60 * 60 * 1_000;

export const keepEdit = (entityId: string, jobId: string): void =>
  writeKept(keyOf(entityId), { values: { jobId, at: Date.now() }, base: {} });

export const forgetEdit = (entityId: string): void => writeKept(keyOf(entityId), null);

/** The job of one that was asked for here and has not been seen; null where there is none. */
export function keptEdit(entityId: string): string | null {
  const { jobId, at } = readKept(keyOf(entityId))?.values ?? {};
  if (typeof jobId !== "string" || typeof at !== "number") return null;
  return Date.now() - at < patience ? jobId : null;
}
