import type { QueryClient } from "@tanstack/react-query";
import { ifKept } from "@/components/ui/if-kept";
import { toast } from "@/components/ui/toast";
import { type Heart, isLiking, likeOptions, likesOptions } from "@/lib/likes/client";
import { ApiError, isUnauthorized, messageOf } from "@/lib/platform/http/api-error";

const key = "inkwright:like";

/** What a visitor wanted to like: given once they are signed in and back. */
export interface WantedLike extends Omit<Heart, "isKnown"> {
  storyId: string;
}

/** Milliseconds after which somebody who signs in has something else in mind. */
const lasts = 30 * 60_000;

export function rememberLike(wanted: WantedLike): void {
  // Where that is refused the heart has to be pressed again.
  ifKept(() => sessionStorage.setItem(key, JSON.stringify({ ...wanted, at: Date.now() })));
}

/** Null where nothing of this story was wanted lately. */
const readLike = (storyId: string): WantedLike | null =>
  ifKept(() => {
    const wanted = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    if (wanted.storyId !== storyId || !/^(stories|scenes)$/.test(wanted.kind)) return null;
    return Date.now() - wanted.at < lasts ? wanted : null;
  });

/** Gives the like that a visitor signed in for. One that they had given before stays. */
export async function giveWantedLike(
  client: QueryClient,
  storyId: string,
  viewerId: string,
): Promise<void> {
  const wanted = readLike(storyId);
  if (!wanted) return;
  let isCutOff = false;
  try {
    const hearts = await client.ensureQueryData(likesOptions(storyId, viewerId));
    const heart = hearts[wanted.id];
    if (!heart || heart.isLikedByUser || isLiking(client, wanted.id)) return;
    const like = client.getMutationCache().build(client, likeOptions(client, storyId));
    await like.execute({ ...wanted, ...heart, isKnown: true });
    toast.success("Your like is given.");
  } catch (error) {
    isCutOff = error instanceof ApiError && error.code === "network_error";
    // Whoever was asked to sign in again, and did not, knows.
    if (!isUnauthorized(error)) toast.error(messageOf(error));
  } finally {
    // A page that is loaded again before the server has it gives it then.
    if (!isCutOff) ifKept(() => sessionStorage.removeItem(key));
  }
}
