import { expect, it } from "vitest";
import { isRightToLeft, isStrip } from "@/components/reader/reading-order";
import type { SceneLayout } from "@/lib/scenes/panels/page-layout";
import type { Story } from "@/lib/stories/schema";

const story = (...scenes: { texts: readonly string[]; layout?: SceneLayout }[]) =>
  ({
    aspectRatio: "3:4",
    scenes: scenes.map(({ texts, layout = null }) => ({
      layout,
      panels: texts.map((text) => ({ textBubbles: [{ text }] })),
    })),
  }) as unknown as Story;

it("a story is a strip if all its scenes are columns of panels", () => {
  const column = { texts: ["a", "b"], layout: "row-1/row-1" } as const;
  expect(isStrip(story(column, { texts: ["a"] }))).toBe(true);
  expect(isStrip(story(column, { texts: ["a", "b"] }))).toBe(false);
  // A picture at a time fills the window.
  expect(isStrip(story({ texts: ["a"] }, { texts: ["b"] }))).toBe(false);
});

it("a story is read from right to left if most of its words are", () => {
  expect(isRightToLeft(story({ texts: ["שלום", "مرحبا", "OK"] }))).toBe(true);
  expect(isRightToLeft(story({ texts: ["שלום", "Hello"] }))).toBe(false);
  expect(isRightToLeft(story({ texts: [] }))).toBe(false);
});
