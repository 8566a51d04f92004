import { id } from "@/lib/platform/http/ids";
import { z } from "@/lib/platform/zod";

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

/** Of a story, on request with those of its scenes: a reading page asks once for all its hearts. */
export const storyLikesQuery = z.strictObject({ scenes: z.literal("true").optional() });
export const storyLikesReply = z.object({
  data: likeInfo.extend({ scenes: z.array(likeInfo.extend({ _id: id })).optional() }),
});
export type StoryLikes = z.infer<typeof storyLikesReply>["data"];

export const likedStoryParams = z.object({ storyId: id });
export const likedSceneParams = z.object({ sceneId: id });
