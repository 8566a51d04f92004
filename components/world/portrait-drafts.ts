import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";

/** Prompts for edits of portraits, until the picture has arrived; by the id of their owner. */
export const portraitPromptDrafts = createDrafts({
  kind: "portrait-edit",
  schema: z.string().max(10_000),
  emptyValue: "",
});

/** Milliseconds after which a pending edit expires. */
const pendingEditTtl = 24 * 60 * 60 * 1_000;

const pendingEditSchema = z.object({
  jobId: z.string().max(100),
  /** The portrait being edited. */
  before: z.string().max(2_000).nullable(),
  startedAt: z.number().max(8.64e15),
});
export type PendingPortraitEdit = z.infer<typeof pendingEditSchema>;

/**
 * Edited portraits that are still being drawn, by character or location. Only this device knows
 * whose they are.
 */
export const pendingPortraitEdits = createDrafts<PendingPortraitEdit | null>({
  kind: "portrait-edit-job",
  schema: pendingEditSchema,
  emptyValue: null,
  restore: (edit) => (edit && Date.now() - edit.startedAt < pendingEditTtl ? edit : null),
});
