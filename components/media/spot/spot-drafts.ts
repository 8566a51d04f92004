import { maskBox, maskLimits, maskStroke } from "@/lib/media/repair/mask";
import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";

const spotDraft = z.object({
  /** The picture on which the spot is marked. */
  url: z.string().max(2_000),
  isOn: z.boolean(),
  /** In the order of drawing. */
  shapes: z.array(maskStroke.or(maskBox)).max(maskLimits.strokes + maskLimits.boxes),
});
export type SpotShape = z.infer<typeof spotDraft>["shapes"][number];

/** Marked spots by panel or entity, kept until the repaired picture has arrived. */
export const spotDrafts = createDrafts({
  kind: "spot",
  schema: spotDraft.nullable(),
  emptyValue: null,
});
