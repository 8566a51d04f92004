import { describe, expect, it } from "vitest";
import type { MediaRef } from "@/components/media/media-session";
import { validateMediaPrompt } from "@/components/media/prompt-tabs";
import { describeTake } from "@/components/media/takes/describe-take";
import { getShownMedia, isSameMedia, withMedia } from "@/components/media/use-choose-media";
import type { MediaItem } from "@/lib/media/schema";
import type { Panel } from "@/lib/scenes/schema";

const image: MediaRef = { url: "/media/a.jpg", type: "image" };
const video: MediaRef = { url: "/media/a.webm", type: "video" };
const panel = (fields: Partial<Panel>) =>
  ({
    imageUrl: null,
    srcSet: "/media/small.webp 320w",
    placeholder: "abc",
    videoUrl: null,
    textBubbles: [{ id: "one" }],
    ...fields,
  }) as unknown as Panel;

describe("the media of a panel", () => {
  it("is its video, or else its picture", () => {
    expect(getShownMedia(panel({}))).toBeNull();
    expect(getShownMedia(panel({ imageUrl: image.url }))).toEqual(image);
    expect(getShownMedia(panel({ imageUrl: image.url, videoUrl: video.url }))).toEqual(video);
    expect(isSameMedia(image, { ...image })).toBe(true);
    expect(isSameMedia(image, { ...image, type: "video" })).toBe(false);
    expect(isSameMedia(null, image)).toBe(false);
  });

  it("becomes a picture without the video, and without the earlier picture's sizes", () => {
    const before = panel({ imageUrl: "/media/old.jpg", videoUrl: video.url });
    expect(withMedia(before, image)).toEqual({
      ...before,
      imageUrl: image.url,
      videoUrl: null,
      srcSet: "",
      placeholder: null,
    });
    // The picture under the video: only the video goes.
    expect(withMedia(before, { url: "/media/old.jpg", type: "image" })).toEqual({
      ...before,
      videoUrl: null,
    });
  });

  it("becomes a video over the same picture", () => {
    const before = panel({ imageUrl: image.url });
    expect(withMedia(before, video)).toEqual({ ...before, videoUrl: video.url });
    // It was made from another picture, which only a panel without one takes.
    const other = { ...video, still: "/media/still.jpg" };
    expect(withMedia(before, other)).toEqual({ ...before, videoUrl: video.url });
    expect(withMedia(panel({}), other)).toMatchObject({ imageUrl: other.still });
    expect(withMedia(before, image)).toBe(before);
    expect(withMedia(before, null)).toBe(before);
  });
});

describe("the input that a request requires", () => {
  const long = "Make it night, and light the lamp";
  it.each([
    ["edit", long, video, "Please select an image to edit. Videos cannot be edited."],
    ["edit", long, null, "Please select an image to edit. Videos cannot be edited."],
    ["animate", long, video, "Please select an image to animate"],
    ["edit", "", image, "Please describe the change"],
    ["animate", "", image, "Please describe the movement"],
    ["regenerate", "", null, "No original image prompt available for regeneration"],
    ["regenerate", "A boat", null, "Image prompt must be at least 10 characters"],
    ["regenerate", "x".repeat(1_001), null, "Image prompt must be less than 1000 characters"],
    ["edit", "Night", image, null],
    ["edit", "x".repeat(1_001), image, "Image prompt must be less than 1000 characters"],
    ["edit", "x".repeat(1_000), image, null],
    ["animate", "Rain", image, null],
    ["edit", long, image, null],
    ["animate", long, image, null],
    ["regenerate", long, video, null],
  ] as const)("%s with '%.20s'", (work, prompt, selected, expected) => {
    expect(validateMediaPrompt(work, prompt, selected)).toBe(expected);
  });
});

describe("the label of a take", () => {
  const take = (fields: Partial<MediaItem>) => ({
    _id: "1",
    url: image.url,
    type: "image" as const,
    prompt: "",
    model: "",
    source: "generated" as const,
    originalImageUrl: null,
    madeWith: null,
    timestamp: "2026-11-22T01:02:00.000Z",
    number: 1,
    ...fields,
  });
  it.each([
    [{ model: "seedream-4" }, /^Generated · Seedream 4 · Nov 22, 2026/],
    [{ source: "edited", model: "Demo studio" }, /^Modified · Demo studio · /],
    [{ source: "uploaded" }, /^Uploaded · Nov 22, 2026/],
    [{ type: "video", model: "Demo studio" }, /^Animated · Demo studio · /],
    [{ source: "remixed" }, /^Remixed · /],
  ] as const)("%o", (fields, expected) => {
    expect(describeTake(take(fields))).toMatch(expected);
  });
});
