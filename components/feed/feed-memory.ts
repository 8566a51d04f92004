import type { StoryCard } from "@/lib/stories/schema";

/** What was loaded below a list; null as cursor is its end. */
export interface LoadedStories {
  stories: StoryCard[];
  cursor: string | null;
}

/** A list is as it was for so long; later it is asked for anew. */
const staleAfter = 5 * 60_000;

const lists = new Map<string, LoadedStories & { at: number }>();

/** Keeps what this tab has loaded, for whoever comes back from a story. */
export function rememberStories(list: string, loaded: LoadedStories): void {
  lists.set(list, { ...loaded, at: lists.get(list)?.at ?? Date.now() });
}

export function recallStories(list: string): LoadedStories | null {
  const kept = lists.get(list);
  if (kept && Date.now() - kept.at <= staleAfter) return kept;
  lists.delete(list);
  return null;
}
