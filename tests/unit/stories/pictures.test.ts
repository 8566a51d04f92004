import { describe, expect, it } from "vitest";
import type { Scene } from "@/lib/scenes/schema";
import { lastPictureNote, sharePictures } from "@/lib/stories/pictures";

const scene = (sceneNumber: number, ...pictures: (string | null)[]) =>
  ({
    _id: `scene ${sceneNumber}`,
    sceneNumber,
    panels: pictures.map((imageUrl, at) => ({ _id: `panel ${sceneNumber}.${at}`, imageUrl })),
  }) as Scene;

describe("the pictures of a link", () => {
  it.each([
    ["none", [scene(1, null)], null, []],
    [
      "the first three in reading order",
      [scene(2, "c", "d"), scene(1, "a", null, "b")],
      "a",
      ["a", "b", "c"],
    ],
    ["the cover before the others", [scene(1, "a", "b", "c", "d")], "d", ["d", "a", "b"]],
    ["each of them once", [scene(1, "a", "a", "b")], "a", ["a", "b"]],
  ])("are %s", (_, scenes, previewImage, urls) => {
    expect(sharePictures({ scenes, previewImage })).toEqual(urls);
  });
});

describe("the last picture of a published story", () => {
  const one = [scene(1, null, "a"), scene(2, null)];
  it.each([
    ["goes with its scene", "published", one, "scene 1", true],
    ["stays with another scene", "published", one, "scene 2", false],
    ["is not the last", "published", [scene(1, "a"), scene(2, "b")], "scene 1", false],
    ["is a draft's", "draft", one, "scene 1", false],
    ["was never there", "published", [scene(1, null)], "scene 1", false],
  ] as const)("%s", (_, status, scenes, gone, isTold) => {
    const note = lastPictureNote(
      { status, scenes: [...scenes] },
      ({ sceneId }) => sceneId === gone,
    );
    expect(note !== null).toBe(isTold);
  });
});
