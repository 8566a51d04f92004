import type { QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { tryStorage } from "@/components/ui/utils/try-storage";
import { isLiking, type Like, likeOptions, likesOptions } from "@/lib/likes/client";
import { ApiError, isUnauthorized, messageOf } from "@/lib/platform/http/api-error";

const key = "inkwright:like";

/** What a visitor wanted to like: given once they are signed in and back. */
export interface PendingLike extends Omit<Like, "isKnown"> {
  storyId: string;
}

/** Milliseconds after which somebody who signs in has something else in mind. */
const maxAge = 30 * 60_000;

export function storePendingLike(pending: PendingLike): void {
  // Where that is refused the heart has to be pressed again.
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify({ ...pending, at: Date.now() })));
}

/** Null where nothing of this story was wanted lately. */
const readPendingLike = (storyId: string): PendingLike | null =>
  tryStorage(() => {
    const pending = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    if (pending.storyId !== storyId || !/^(stories|scenes)$/.test(pending.kind)) return null;
    return Date.now() - pending.at < maxAge ? pending : null;
  });

/** Gives the like that a visitor signed in for. One that they had given before stays. */
export async function applyPendingLike(
  client: QueryClient,
  storyId: string,
  viewerId: string,
): Promise<void> {
  const pending = readPendingLike(storyId);
  if (!pending) return;
  let isNetworkError = false;
  try {
    const likes = await client.ensureQueryData(likesOptions(storyId, viewerId));
    const current = likes[pending.id];
    if (!current || current.isLikedByUser || isLiking(client, pending.id)) return;
    const like = client.getMutationCache().build(client, likeOptions(client, storyId));
    await like.execute({ ...pending, ...current, isKnown: true });
    toast.success("Your like is saved.");
  } catch (error) {
    isNetworkError = error instanceof ApiError && error.code === "network_error";
    // Whoever was asked to sign in again, and did not, knows.
    if (!isUnauthorized(error)) toast.error(messageOf(error));
  } finally {
    // A page that is loaded again before the server has it gives it then.
    if (!isNetworkError) tryStorage(() => sessionStorage.removeItem(key));
  }
}
