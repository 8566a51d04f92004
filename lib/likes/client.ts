import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/platform/http/fetch";
import { type LikeInfo, likeAnswer } from "./schema";

/** What can be liked, as its address says it. */
export type LikeTarget = "stories" | "scenes";

export const likeKeys = {
  of: (target: LikeTarget, targetId: string) => ["likes", target, targetId] as const,
};

const fiveMinutes = 5 * 60_000;

/** How many like it and whether the viewer does. */
export const likeOptions = (target: LikeTarget, targetId: string) =>
  queryOptions({
    queryKey: likeKeys.of(target, targetId),
    queryFn: async ({ signal }): Promise<LikeInfo> =>
      (await api(`/likes/${target}/${targetId}`, { signal, response: likeAnswer })).data,
    staleTime: fiveMinutes,
  });

/** Likes it or takes the like back. @throws ApiError */
export async function toggleLike(target: LikeTarget, targetId: string): Promise<LikeInfo> {
  const answer = await api(`/likes/${target}/${targetId}`, {
    method: "POST",
    response: likeAnswer,
  });
  return answer.data;
}

/** The like state after a click and before the server's answer. */
export const toggled = ({ likeCount, isLikedByUser }: LikeInfo): LikeInfo => ({
  likeCount: Math.max(0, likeCount + (isLikedByUser ? -1 : 1)),
  isLikedByUser: !isLikedByUser,
});
