import { id } from "@/lib/platform/http/ids";
import { z } from "@/lib/platform/zod";

export const likeInfo = z.object({
  likeCount: z.number().int().min(0),
  isLikedByUser: z.boolean(),
});
export type LikeInfo = z.infer<typeof likeInfo>;

/** Answer of both like calls; `action` is set after a write only. */
export const likeReply = z.object({
  action: z.enum(["liked", "unliked"]).optional(),
  data: likeInfo,
});
export type LikeReply = z.infer<typeof likeReply>;

/** What the viewer wants; without it, the call toggles. */
export const likeBody = z.strictObject({ liked: z.boolean().optional() });

/** `scenes` adds the likes of the scenes, so that a reading page needs one request. */
export const storyLikesQuery = z.strictObject({ scenes: z.literal("true").optional() });
export const storyLikesReply = z.object({
  data: likeInfo.extend({ scenes: z.array(likeInfo.extend({ _id: id })).optional() }),
});
export type StoryLikes = z.infer<typeof storyLikesReply>["data"];

export const likedStoryParams = z.object({ storyId: id });
export const likedSceneParams = z.object({ sceneId: id });
