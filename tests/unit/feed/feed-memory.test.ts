import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recallStories, rememberStories } from "@/components/feed/feed-memory";
import type { StoryCard } from "@/lib/stories/schema";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const cards = (...ids: string[]) => ids.map((_id) => ({ _id })) as StoryCard[];

it("a story list is shown again for 5 minutes after its first page was loaded, then asked for anew", () => {
  rememberStories("tidal", { stories: cards("a"), cursor: "x" });
  vi.advanceTimersByTime(4 * 60_000);
  rememberStories("tidal", { stories: cards("a", "b"), cursor: null });
  expect(recallStories("tidal")?.stories).toHaveLength(2);
  expect(recallStories("noir")).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(recallStories("tidal")).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(recallStories("tidal")).toBeNull();
});
