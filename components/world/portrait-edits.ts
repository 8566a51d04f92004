import { readKept, writeKept } from "@/components/ui/kept-values";

/**
 * Changed portraits that are still being drawn. Nothing but this device knows whose portrait they
 * are to be, so it keeps that: a page that goes meanwhile loses none.
 */
const keyOf = (entityId: string) => `inkwright:portrait-edit-job:${entityId}`;

/** Milliseconds, after which nobody waits for one any more. */
const patience = 24 * 60 * 60 * 1_000;

export interface AwaitedEdit {
  jobId: string;
  /** The portrait that is being changed. */
  before: string | null;
}

export const keepEdit = (entityId: string, { jobId, before }: AwaitedEdit): void =>
  writeKept(keyOf(entityId), { values: { jobId, before, at: Date.now() }, base: {} });

export const forgetEdit = (entityId: string): void => writeKept(keyOf(entityId), null);

/** One that was asked for here and has not been seen; null where there is none. */
export function keptEdit(entityId: string): AwaitedEdit | null {
  const { jobId, before, at } = readKept(keyOf(entityId))?.values ?? {};
  if (typeof jobId !== "string" || typeof at !== "number") return null;
  if (Date.now() - at >= patience) return null;
  return { jobId, before: typeof before === "string" ? before : null };
}
