import { createDrafts } from "@/lib/platform/draft-storage";
import { isStoredDraft, type StoredDraft } from "./merge-values";

const parse = (value: unknown): StoredDraft | null => (isStoredDraft(value) ? value : null);

/** Dirty fields of forms with the saved values that they are based on; null for none. */
export const formDrafts = createDrafts<StoredDraft | null>({
  kind: "form",
  schema: { parse },
  emptyValue: null,
});

/** Prompts of the media dialog, in the same form. */
export const mediaPromptDrafts = createDrafts<StoredDraft | null>({
  kind: "media-prompts",
  schema: { parse },
  emptyValue: null,
});
