import { describe, expect, it } from "vitest";
import {
  panelHref,
  panelId,
  partOf,
  partOfScene,
  partTitle,
  positionInHash,
  readingPath,
  sceneHref,
  scenesIn,
  sharedPanelPath,
} from "@/lib/stories/reading/parts";

const story = (scenes: number) =>
  Array.from({ length: scenes }, (_, index) => ({ number: index + 1, panels: 2 }));

describe("parts of a long story", () => {
  it("have thirty scenes each, and every scene is in one", () => {
    expect([1, 30, 31, 60, 61, 500].map(partOfScene)).toEqual([1, 1, 2, 2, 3, 17]);
    for (const part of [1, 2, 17]) {
      const { from, to } = scenesIn(part);
      expect([partOfScene(from), partOfScene(to), to - from + 1]).toEqual([part, part, 30]);
    }
  });

  it("have addresses, the first that of the story", () => {
    expect([readingPath("s", 1), readingPath("s", 2)]).toEqual([
      "/story/s/read",
      "/story/s/read/2",
    ]);
    expect(sceneHref("s", 30)).toBe("/story/s/read#scene-30");
    expect(sceneHref("s", 31)).toBe("/story/s/read/2#scene-31");
  });

  it("are as many as the last scene requires", () => {
    expect(partOf([], 1)).toMatchObject({ number: 1, total: 1 });
    expect(partOf(story(30), 1)).toMatchObject({ total: 1 });
    expect(partOf(story(31), 2)).toMatchObject({ number: 2, total: 2 });
    for (const none of [0, -1, 3]) expect(partOf(story(31), none)).toBeNull();
    expect(partOf([], 2)).toBeNull();
  });

  it("are named by their scenes", () => {
    const part = partOf(story(61), 1);
    if (!part) throw new Error("No part");
    expect([1, 2, 3].map((number) => partTitle(part, number))).toEqual([
      "Scenes 1–30",
      "Scenes 31–60",
      "Scene 61",
    ]);
  });
});

describe("a panel", () => {
  it("has an address in its part, and one to share", () => {
    expect(panelHref("s", { scene: 31, panel: 1 })).toBe("/story/s/read/2#scene-31-panel-2");
    expect(panelHref("s", { scene: 31, panel: 0 })).toBe("/story/s/read/2#scene-31");
    expect(sharedPanelPath("s", { scene: 3, panel: 1 })).toBe("/story/s/panel/3-2");
  });

  it("is found by its hash; a scene means its first panel", () => {
    const at = { scene: 3, panel: 1 };
    expect(positionInHash(`#${panelId(at)}`)).toEqual(at);
    expect(positionInHash("#scene-3")).toEqual({ scene: 3, panel: 0 });
    expect(positionInHash("#scene-3-panel-0")).toEqual({ scene: 3, panel: 0 });
    for (const none of ["", "#end", "#scene-0", "#scene-x", "#scene-3-panel-", "#scene--1"])
      expect([none, positionInHash(none)]).toEqual([none, null]);
  });
});
