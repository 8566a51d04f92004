import { z } from "@/lib/platform/zod";

/** Events that the browser may report. The list is closed, so that the table stays small. */
const eventNames = ["remix_failed", "download_failed", "page_error"] as const;

const short = z.string().max(500);

export const eventBody = z.strictObject({
  name: z.enum(eventNames),
  storyId: z.string().max(60).optional(),
  remixType: z.enum(["story", "scene"]).optional(),
  sceneNumber: z.number().int().min(1).max(100_000).optional(),
  message: short.optional(),
});
export type EventInput = z.infer<typeof eventBody>;

export const viewBody = z.strictObject({ type: z.literal("read") });
