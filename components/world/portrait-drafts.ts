import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";

/** Prompts for edits of portraits, until the picture has arrived; by the id of their owner. */
export const portraitPromptDrafts = createDrafts({
  kind: "portrait-edit",
  schema: z.string().max(10_000),
  emptyValue: "",
});
