import { describe, expect, it } from "vitest";
import { compareFields, isNews } from "@/lib/library/changes";

describe("a copy compared with its entry", () => {
  it.each([
    ["equal", "a", "a", "b", null, false],
    ["the entry changed", "b", "a", "a", "library", true],
    ["the story changed", "a", "b", "a", "story", false],
    ["both changed", "b", "c", "a", "both", true],
    ["new in the entry", "a", undefined, undefined, "library", true],
    ["new in the story", undefined, "a", undefined, "story", false],
    ["removed from the entry", undefined, "a", "a", "library", false],
    ["removed from the story", "a", undefined, "a", "story", false],
  ])("%s", (_, library, story, base, changedIn, news) => {
    const values = (value?: string): Record<string, string> =>
      value === undefined ? {} : { title: value };
    const [change] = compareFields(values(library), values(story), values(base));
    expect(change?.changedIn ?? null).toBe(changedIn);
    expect(change ? isNews(change) : false).toBe(news);
  });
});
