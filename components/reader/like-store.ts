import type { LikeInfo, StoryLikes } from "@/lib/likes/schema";
import { apiLater } from "@/lib/platform/http/later";

/** What is liked, by `<kind>/<id>`: every heart of a story on the page shows the same. */
export type LikeKey = `${"stories" | "scenes"}/${string}`;

/** In ms: so long what the server said is taken for true. */
const fresh = 300_000;

const known = new Map<LikeKey, LikeInfo>();
/** When a heart was last toggled; `Infinity` while that is under way. */
const toggled = new Map<LikeKey, number>();
const asked = new Map<string, number>();
const listeners = new Set<() => void>();

function become(key: LikeKey, info: LikeInfo | undefined) {
  if (info) known.set(key, info);
  else known.delete(key);
  for (const listener of listeners) listener();
}

export const likeStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (key: LikeKey): LikeInfo | undefined => known.get(key),
};

/** Asks once for the hearts of a whole story, as this person has given them. */
export async function askLikes(storyId: string, viewerId: string): Promise<void> {
  const who = `${viewerId} ${storyId}`;
  const at = asked.get(who);
  const now = Date.now();
  if (at !== undefined && now - at < fresh) return;
  asked.set(who, now);
  try {
    const { data } = (await apiLater(`/likes/stories/${storyId}`, { query: { scenes: true } })) as {
      data: StoryLikes;
    };
    take(`stories/${storyId}`, data, now);
    for (const scene of data.scenes ?? []) take(`scenes/${scene._id}`, scene, now);
  } catch {
    // The counts on the page stay: a heart that cannot be asked for is no reason to disturb.
    asked.delete(who);
  }
}

/** What was asked before a click says nothing any more. */
function take(key: LikeKey, { likeCount, isLikedByUser }: LikeInfo, askedAt: number) {
  if ((toggled.get(key) ?? 0) <= askedAt) become(key, { likeCount, isLikedByUser });
}

/**
 * Toggles at once, takes it back when the server refuses, and ends with what the server says. While
 * one toggle is under way another does nothing.
 * @throws ApiError
 */
export async function toggleLike(key: LikeKey, before: LikeInfo): Promise<void> {
  if (toggled.get(key) === Number.POSITIVE_INFINITY) return;
  const stored = known.get(key);
  toggled.set(key, Number.POSITIVE_INFINITY);
  become(key, {
    likeCount: Math.max(0, before.likeCount + (before.isLikedByUser ? -1 : 1)),
    isLikedByUser: !before.isLikedByUser,
  });
  try {
    const { data } = (await apiLater(`/likes/${key}`, { method: "POST" })) as { data: LikeInfo };
    toggled.set(key, Date.now());
    become(key, data);
  } catch (error) {
    toggled.delete(key);
    become(key, stored);
    throw error;
  }
}
