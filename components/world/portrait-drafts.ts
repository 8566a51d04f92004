import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";

/** Edit prompts of portraits by the owner's id, kept until the picture has arrived. */
export const portraitPromptDrafts = createDrafts({
  kind: "portrait-edit",
  schema: z.string().max(10_000),
  emptyValue: "",
});
