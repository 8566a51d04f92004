import type { QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { tryStorage } from "@/components/ui/utils/try-storage";
import { isLiking, type Like, likeOptions, likesOptions } from "@/lib/likes/client";
import { ApiError, isUnauthorized, messageOf } from "@/lib/platform/http/api-error";

const key = "inkwright:like";

/** A visitor's like, sent once they have signed in and returned. */
export interface PendingLike extends Omit<Like, "isKnown"> {
  storyId: string;
}

/** Milliseconds after which a pending like expires. */
const maxAge = 30 * 60_000;

export function storePendingLike(pending: PendingLike): void {
  // Without storage the visitor has to like again.
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify({ ...pending, at: Date.now() })));
}

/** Null if there is no recent pending like for this story. */
const readPendingLike = (storyId: string): PendingLike | null =>
  tryStorage(() => {
    const pending = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    if (pending.storyId !== storyId || !/^(stories|scenes)$/.test(pending.kind)) return null;
    return Date.now() - pending.at < maxAge ? pending : null;
  });

/** Sends the like that a visitor signed in for. An existing like stays. */
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
    // A person who declined to sign in again needs no message.
    if (!isUnauthorized(error)) toast.error(messageOf(error));
  } finally {
    // After a network error the next load retries it.
    if (!isNetworkError) tryStorage(() => sessionStorage.removeItem(key));
  }
}
