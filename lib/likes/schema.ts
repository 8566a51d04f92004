import { z } from "zod";
import { id } from "@/lib/platform/http/ids";

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
export type LikeReply = z.infer<typeof likeReply>;

export const likedStoryParams = z.object({ storyId: id });
export const likedSceneParams = z.object({ sceneId: id });
