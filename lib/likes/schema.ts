import { z } from "zod";

export const likeInfo = z.object({
  likeCount: z.number().int().min(0),
  isLikedByUser: z.boolean(),
});
export type LikeInfo = z.infer<typeof likeInfo>;

/** Answer of both like calls; `action` only after a toggle. */
export const likeReply = z.object({
  action: z.enum(["liked", "unliked"]).optional(),
  data: likeInfo,
});
