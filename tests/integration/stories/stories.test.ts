import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { getReadingStory, getStory } from "@/lib/stories/queries";
import { storyExport } from "@/lib/stories/schema";
import { countQueries, makeStory, type Person, person, unknownId, visitor } from "../http/harness";

const ada = await person("ada");
const ben = await person("ben");

const get = (storyId: string, as: Person | null = null) =>
  (as ?? visitor).get(`/stories/${storyId}`);
const put = (storyId: string, body: object, as = ada) => as.put(`/stories/${storyId}`, body);

describe("starting and changing a story", () => {
  it("starts as a draft with the defaults of the spec", async () => {
    const { status, body } = await ada.post("/stories", {
      title: "My New Story",
      description: "A keeper hears a voice.",
      tags: [" sea ", "SEA", "night"],
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      title: "My New Story",
      aspectRatio: "3:4",
      panels: 1,
      defaultPanels: 1,
      imageGenerationModel: "seedream-4",
      status: "draft",
      tags: ["sea", "night"],
      isRemix: false,
      originalStoryId: null,
      version: 1,
      scenes: [],
      likeStats: { likeCount: 0, isLikedByUser: false },
      metadata: { totalScenes: 0 },
      publishedAt: null,
    });
  });

  it("changes only the fields that are sent", async () => {
    const { story } = await makeStory({ author: ada, tags: ["one", "two"] });
    const { body } = await put(story.id, { title: "  New title  ", tags: ["two", "three"] });
    expect(body.data).toMatchObject({
      title: "New title",
      description: story.description,
      tags: ["two", "three"],
      version: 2,
    });
    const styled = await ada.patch(`/stories/${story.id}/art-style`, { artStyle: "ink wash" });
    expect(styled.body.data).toMatchObject({ artStyle: "ink wash", tags: ["two", "three"] });
  });

  it("reorders and renames ten tags in any way", async () => {
    const names = "abcdefghij".split("");
    const { story } = await makeStory({ author: ada, tags: names });
    for (const tags of [[...names].reverse(), ["z", ...names.slice(0, 9)], ["j", "a"], [], names]) {
      expect((await put(story.id, { tags })).body.data.tags).toEqual(tags);
    }
    const eleven = await put(story.id, { tags: [...names, "k"] });
    expect(eleven).toMatchObject({ status: 400 });
    expect(eleven.body.message).toBe("Maximum of 10 tags allowed");
  });
});

describe("publishing", () => {
  it("needs a scene with a picture", async () => {
    for (const setup of [{ scenes: 0 }, { scenes: 1, pictures: false }]) {
      const { story } = await makeStory({ author: ada, status: "draft", ...setup });
      const { status, body } = await put(story.id, { status: "published" });
      expect(status).toBe(409);
      expect(body.error.code).toBe("not_publishable");
      expect((await get(story.id, ada)).body.data.status).toBe("draft");
    }
  });

  it("makes it public, and unpublishing makes it not found for others, like an unknown id", async () => {
    const { story } = await makeStory({ author: ada, status: "draft" });
    const unknown = await get(unknownId);
    expect((await get(story.id)).text).toBe(unknown.text);
    expect((await put(story.id, { status: "published" })).body.data.publishedAt).not.toBeNull();
    expect((await get(story.id)).status).toBe(200);
    expect(await getReadingStory(story.id)).toMatchObject({ _id: story.id });
    await put(story.id, { status: "draft" });
    for (const as of [null, ben]) {
      const hidden = await get(story.id, as);
      expect(hidden.status).toBe(404);
      expect(hidden.text).toBe(unknown.text);
    }
    expect(await getReadingStory(story.id)).toBeNull();
    expect(await getReadingStory("no id at all")).toBeNull();
    expect((await get(story.id, ada)).status).toBe(200);
  });

  it("keeps its date when a published story is published again", async () => {
    const { story } = await makeStory({ author: ada, publishedAt: new Date("2026-01-02") });
    const { body } = await put(story.id, { status: "published", title: "Again" });
    expect(body.data.publishedAt).toBe("2026-01-02T00:00:00.000Z");
  });
});

describe("reading a story", () => {
  it("takes one query, however many scenes and panels there are", async () => {
    const { story } = await makeStory({ author: ada, scenes: 4, panels: 6, tags: ["a", "b"] });
    const reading = await countQueries(() => getReadingStory(story.id));
    expect(reading.count).toBe(1);
    expect(reading.result?.scenes).toHaveLength(4);
    expect(reading.result?.scenes.map((scene) => scene.sceneNumber)).toEqual([1, 2, 3, 4]);
    expect(reading.result?.scenes[0]?.panels.map((panel) => panel.panelNumber)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    expect((await countQueries(() => getStory(ada.viewer, story.id))).count).toBe(1);
  });

  it("has the sizes that a page needs to show pictures without a layout shift", async () => {
    const { story } = await makeStory({ author: ada });
    const panel = (await getReadingStory(story.id))?.scenes[0]?.panels[0];
    expect(panel).toMatchObject({
      width: 768,
      height: 1024,
      placeholder: "abc=",
      hasImage: true,
      altText: "Mara climbs, step 1",
      textBubbles: [expect.objectContaining({ text: "Line 1.1" })],
    });
  });

  it("hides scenes that are being made or failed from strangers, not from the author", async () => {
    const { story } = await makeStory({ author: ada, scenes: 1 });
    await db.scene.createMany({
      data: [
        { storyId: story.id, sceneNumber: 2, status: "failed", errorMessage: "It did not work." },
        { storyId: story.id, sceneNumber: 3, status: "generating" },
      ],
    });
    expect((await get(story.id)).body.data.scenes).toHaveLength(1);
    const own = (await get(story.id, ada)).body.data.scenes;
    expect(own.map((scene: { status: string }) => scene.status)).toEqual([
      "completed",
      "failed",
      "generating",
    ]);
    expect(own[1].errorMessage).toBe("It did not work.");
  });

  it("tells the author alone why a picture is missing", async () => {
    const { story, scenes } = await makeStory({ author: ada });
    await db.panel.update({
      where: { id: scenes[0]?.panels[1]?.id ?? "" },
      data: { status: "failed", errorMessage: "It did not work.", isContentFlag: true },
    });
    const told = async (as?: Person) =>
      (await get(story.id, as)).body.data.scenes[0].panels[1].imageGenerationError;
    expect(await told()).toBeNull();
    expect(await told(ada)).toEqual({ message: "It did not work.", isContentFlag: true });
  });

  it("lists characters and locations in the order of their first appearance", async () => {
    const { story } = await makeStory({ author: ada });
    const { body } = await visitor.get(`/stories/${story.id}/characters`);
    expect(body.data.map((one: { name: string }) => one.name)).toEqual(["Nobody yet", "Mara"]);
  });
});

it("export is the complete story in a versioned format", async () => {
  const { story } = await makeStory({ author: ada, scenes: 2, tags: ["sea"] });
  const { body } = await visitor.get(`/stories/${story.id}/export?format=json`);
  const file = storyExport.parse(body.data);
  expect(file).toMatchObject({ format: "inkwright-story", version: 1 });
  expect(file.story.scenes).toHaveLength(2);
  expect(file.story.characters).toHaveLength(2);
  const other = await visitor.get(`/stories/${story.id}/export?format=exe`);
  expect(other.status).toBe(400);
});

describe("views", () => {
  const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
  const view = (storyId: string, as: Person | null, address = "1.2.3.4") =>
    (as ?? visitor).post(
      `/stories/${storyId}/views`,
      { type: "read" },
      { "x-inkwright-peer": address, "user-agent": browser },
    );

  it("count again on another day", async () => {
    const { story } = await makeStory({ author: ada });
    await view(story.id, ben);
    await db.storyView.updateMany({
      where: { storyId: story.id },
      data: { day: new Date("2026-01-01") },
    });
    await view(story.id, ben);
    expect(await db.storyView.count({ where: { storyId: story.id } })).toBe(2);
  });
});

describe("events", () => {
  it("are stored as they are declared, and refused otherwise", async () => {
    const report = { name: "remix_failed", remixType: "scene", sceneNumber: 2, message: "Error" };
    expect((await ben.post("/events", report)).status).toBe(204);
    const [row] = await db.analyticsEvent.findMany({ where: { userId: ben.id } });
    expect(row).toMatchObject({
      name: "remix_failed",
      payload: { remixType: "scene", sceneNumber: 2 },
    });
    expect((await visitor.post("/events", { name: "anything" })).status).toBe(400);
    const large = { ...report, message: "x".repeat(5000) };
    expect((await ben.post("/events", large)).status).toBe(413);
  });

  it("are rate limited for each person", async () => {
    const loud = await person("loud");
    const answers = [];
    for (let count = 0; count < 31; count += 1) {
      answers.push((await loud.post("/events", { name: "page_error" })).status);
    }
    expect(answers.slice(0, 30).every((status) => status === 204)).toBe(true);
    expect(answers[30]).toBe(429);
  });
});
