import { describe, expect, it } from "vitest";
import {
  createStoryBody,
  remixSceneParams,
  storyQuery,
  tagsSchema,
  updateStoryBody,
} from "@/lib/stories/schema";

describe("the input of a story", () => {
  it("trims tags, drops repeats in any case, and accepts ten", () => {
    expect(tagsSchema.parse([" sea ", "Sea", "night"])).toEqual(["sea", "night"]);
    const twelve = Array.from({ length: 12 }, (_, index) => `tag ${index % 10}`);
    expect(tagsSchema.parse(twelve)).toHaveLength(10);
    const eleven = tagsSchema.safeParse(Array.from({ length: 11 }, (_, index) => `tag ${index}`));
    expect(eleven.error?.issues[0]?.message).toBe("Maximum of 10 tags allowed");
    expect(tagsSchema.safeParse([" "]).success).toBe(false);
    expect(tagsSchema.safeParse(["x".repeat(51)]).success).toBe(false);
  });

  it("has the limits of the spec", () => {
    const story = { title: "T", description: "D" };
    expect(createStoryBody.parse(story)).toMatchObject({
      aspectRatio: "3:4",
      panels: 1,
      defaultPanels: 1,
    });
    expect(createStoryBody.safeParse({ ...story, title: "x".repeat(201) }).success).toBe(false);
    expect(createStoryBody.safeParse({ ...story, description: "x".repeat(1001) }).success).toBe(
      false,
    );
    expect(createStoryBody.safeParse({ ...story, panels: 7 }).success).toBe(false);
    expect(updateStoryBody.safeParse({ imageGenerationModel: "dall-e" }).success).toBe(false);
    expect(updateStoryBody.parse({})).toEqual({});
  });

  it("parses a page of the feed from a query string", () => {
    expect(storyQuery.parse({})).toEqual({ limit: 12, page: 1 });
    expect(storyQuery.parse({ limit: "50", page: "3" })).toMatchObject({ limit: 50, page: 3 });
  });

  it("identifies a scene by number or id", () => {
    const storyId = "01234567-89ab-7cde-8f01-23456789abcd";
    expect(remixSceneParams.safeParse({ storyId, scene: "12" }).success).toBe(true);
    expect(remixSceneParams.safeParse({ storyId, scene: storyId }).success).toBe(true);
    expect(remixSceneParams.safeParse({ storyId, scene: "0" }).success).toBe(false);
  });
});
