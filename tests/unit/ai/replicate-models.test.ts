import { describe, expect, it } from "vitest";
import { isSameRatio, nearestRatio, scaleToLimits } from "@/lib/ai/aspect-ratio";
import { replicateModels } from "@/lib/ai/replicate/models";
import { pictureSize } from "@/lib/generation/schema";
import { aspectRatios } from "@/lib/scenes/aspect";
import { imageModels } from "@/lib/stories/schema";

const order = { prompt: "A lamp", images: ["data:a", "data:b"], seed: 7 };

describe("the image models at Replicate", () => {
  it("are the choices of a story", () => {
    expect(Object.keys(replicateModels).sort()).toEqual([...imageModels].sort());
  });

  it.each([
    ["3:4", "3:4"],
    ["3:2", "3:2"],
    ["square", "1:1"],
  ] as const)("draw %s with their own inputs", (ratio, term) => {
    expect(aspectRatios).toContain(ratio);
    for (const model of Object.values(replicateModels).flat()) {
      expect(model.input({ ...order, ...pictureSize[ratio] })).toMatchObject({
        aspect_ratio: term,
      });
    }
  });

  it("map free sizes to the pixel, or to the nearest ratio", () => {
    const size = { width: 700, height: 1000 };
    expect(replicateModels["seedream-4"]?.[0].input({ ...order, ...size })).toMatchObject({
      size: "custom",
      width: 1024,
      height: 1463,
    });
    expect(
      replicateModels["seedream-4"]?.[0].input({ ...order, width: 2048, height: 256 }),
    ).toMatchObject({
      size: "2K",
      aspect_ratio: "21:9",
    });
    expect(replicateModels["google-nano-banana"]?.[0].input({ ...order, ...size })).toMatchObject({
      aspect_ratio: "2:3",
    });
    expect(
      replicateModels["flux-kontext-max"]?.[0].input({ ...order, width: 512, height: 2048 }),
    ).toMatchObject({ aspect_ratio: "9:21" });
    expect(replicateModels["flux-kontext-max"]?.[1]?.input({ ...order, ...size })).toMatchObject({
      aspect_ratio: "custom",
      width: 704,
      height: 1024,
    });
  });

  it("match ratios by proportion", () => {
    expect(nearestRatio(["1:2", "2:1", "1:1"], { width: 30, height: 40 })).toBe("1:1");
    expect(isSameRatio("3:2", { width: 1024, height: 683 })).toBe(true);
    expect(isSameRatio("4:5", { width: 768, height: 1024 })).toBe(false);
    expect(scaleToLimits({ width: 256, height: 300 }, { least: 1024, most: 4096 })).toEqual({
      width: 1024,
      height: 1200,
    });
    expect(scaleToLimits({ width: 256, height: 2048 }, { least: 1024, most: 4096 })).toBeNull();
  });
});
