import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { ApiError, currentRowOf } from "@/lib/platform/http/api-error";
import { sceneDto } from "@/lib/scenes/schema";
import { imageModels, storyDto } from "@/lib/stories/schema";
import { makeStory, person } from "../http/harness";

const ada = await person("ada");
const ben = await person("ben");

const put = (storyId: string, body: object) => ada.put(`/stories/${storyId}`, body);

describe("story settings", () => {
  it.each([
    [{ title: "  " }, "title", "Title is required"],
    [{ title: "x".repeat(201) }, "title", "Title must be at most 200 characters"],
    [{ description: "" }, "description", "Please provide a story description"],
    [
      { description: "x".repeat(1001) },
      "description",
      "Story description must be 1000 characters or less",
    ],
    [
      { tags: Array.from({ length: 11 }, (_, at) => `t${at}`) },
      "tags",
      "Maximum of 10 tags allowed",
    ],
    [{ tags: ["x".repeat(51)] }, "tags.0", "A tag must be at most 50 characters"],
    [
      { artStyle: "x".repeat(2001) },
      "artStyle",
      "Style description must be at most 2000 characters",
    ],
  ])("refuses %o with the form's messages", async (body, field, message) => {
    const { story } = await makeStory({ author: ada });
    const refused = await put(story.id, body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ field, message }]);
  });

  it("accepts one to six panels, as on creation", async () => {
    const { story } = await makeStory({ author: ada });
    expect((await put(story.id, { panels: 4 })).body.data).toMatchObject({ panels: 4 });
    for (const panels of [0, 7, 2.5, "3", null]) {
      const refused = await put(story.id, { panels });
      expect(refused.status, String(panels)).toBe(400);
      expect(refused.body.errors[0].field).toBe("panels");
    }
    expect((await put(story.id, { title: "Other" })).body.data).toMatchObject({ panels: 4 });
  });

  it("accepts each exact limit", async () => {
    const { story } = await makeStory({ author: ada });
    const settings = {
      title: "x".repeat(200),
      description: "y".repeat(1000),
      tags: Array.from({ length: 10 }, (_, at) => `${at}`.padEnd(50, "t")),
      defaultPanels: 6,
      aspectRatio: "square",
    };
    expect((await put(story.id, settings)).body.data).toMatchObject(settings);
    for (const imageGenerationModel of imageModels) {
      const { body } = await put(story.id, { imageGenerationModel });
      expect(body.data.imageGenerationModel).toBe(imageGenerationModel);
    }
    for (const wrong of [
      { imageGenerationModel: "dall-e" },
      { defaultPanels: 0 },
      { defaultPanels: 7 },
      { aspectRatio: "16:9" },
    ]) {
      expect((await put(story.id, wrong)).status).toBe(400);
    }
  });

  it("changes the case of a tag, and matches it in any case", async () => {
    const { story } = await makeStory({ author: ada, tags: ["Noir", "sea"] });
    expect((await put(story.id, { tags: ["noir", "SEA", "Noir"] })).body.data.tags).toEqual([
      "noir",
      "SEA",
    ]);
  });

  it("spells a tag as the stories that have it already do", async () => {
    await makeStory({ author: ben, tags: ["Tidewater"] });
    const { story } = await makeStory({ author: ada, tags: ["fog"] });
    const tags = ["TIDEWATER", "Fog", "new"];
    expect((await put(story.id, { tags })).body.data.tags).toEqual(["Tidewater", "Fog", "new"]);
    const body = { title: "Low water", description: "Nobody wades home tonight.", tags };
    const begun = await ada.post("/stories", body);
    expect(begun.body.data.tags).toEqual(["Tidewater", "Fog", "new"]);
  });

  it("spells the tags of a draft as others do when it is published, in their order", async () => {
    const tags = ["FOGHORN", "mine", "foghorn"];
    const { story } = await makeStory({ author: ada, status: "draft", tags });
    await makeStory({ author: ben, tags: ["Foghorn"] });
    expect((await put(story.id, { title: "A draft yet" })).body.data.tags).toEqual(tags);
    const published = await put(story.id, { status: "published" });
    expect(published.body.data).toMatchObject({ status: "published", tags: ["Foghorn", "mine"] });
    const counted = await db.total.findMany({
      where: { key: { startsWith: "tag:foghorn", mode: "insensitive" }, count: { gt: 0 } },
      select: { key: true, count: true },
    });
    expect(counted).toEqual([{ key: "tag:Foghorn", count: 2 }]);
  });

  it("a refused save returns the values that the form merges with", async () => {
    const { story, scenes } = await makeStory({ author: ada });
    await put(story.id, { title: "Theirs" });
    const late = await put(story.id, { title: "Mine", version: 1 });
    const asError = ({ status, body }: typeof late) =>
      new ApiError(body.message, status, body.error.code, [], body);
    expect(currentRowOf(asError(late), storyDto)).toMatchObject({ title: "Theirs", version: 2 });
    expect(currentRowOf(asError(late), sceneDto)).toBeNull();
    const sceneId = scenes[0]?.id ?? "";
    const scene = (body: object) => ada.put(`/scenes/${sceneId}`, body);
    await scene({ title: "Theirs" });
    const lateScene = await scene({ title: "Mine", version: 1 });
    expect(currentRowOf(asError(lateScene), sceneDto)).toMatchObject({
      title: "Theirs",
      version: 2,
    });
    expect(currentRowOf(new Error("no answer"), storyDto)).toBeNull();
  });
});
