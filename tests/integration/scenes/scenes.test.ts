import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { makeStory, person } from "../http/harness";

const ada = await person("ada");

const numbersOf = async (storyId: string) =>
  (await db.scene.findMany({ where: { storyId }, orderBy: { sceneNumber: "asc" } })).map(
    (scene) => [scene.sceneNumber, scene.title],
  );
const remove = (sceneId: string) => ada.delete(`/scenes/${sceneId}`);

describe("changing a scene", () => {
  it("changes title and description and refuses blank ones with the form's messages", async () => {
    const { scenes } = await makeStory({ author: ada });
    const sceneId = scenes[0]?.id ?? "";
    const put = (body: object) => ada.put(`/scenes/${sceneId}`, body);
    const { body } = await put({ title: " Up the stairs ", description: "Step by step." });
    expect(body.data).toMatchObject({
      title: "Up the stairs",
      description: "Step by step.",
      version: 2,
    });
    expect((await put({ title: " " })).body.errors).toEqual([
      { field: "title", message: "Title is required" },
    ]);
    expect((await put({ description: "" })).body.errors).toEqual([
      { field: "description", message: "Description is required" },
    ]);
    expect((await put({ title: "x".repeat(201) })).body.errors).toEqual([
      { field: "title", message: "Title must be at most 200 characters" },
    ]);
    expect((await put({ description: "x".repeat(2001) })).body.errors).toEqual([
      { field: "description", message: "Description must be at most 2000 characters" },
    ]);
  });

  it("uses the changed texts for the next attempt after a failure", async () => {
    const { scenes } = await makeStory({ author: ada });
    const id = scenes[0]?.id ?? "";
    const put = (body: object) => ada.put(`/scenes/${id}`, body);
    const prompt = async () => (await db.scene.findUniqueOrThrow({ where: { id } })).prompt;
    const before = await prompt();
    await put({ description: "Up the stairs, step by step." });
    expect(await prompt()).toBe(before);
    await db.scene.update({ where: { id }, data: { errorMessage: "Flagged" } });
    await put({ title: "Stairs" });
    expect(await prompt()).toBe(before);
    await put({ description: `${"Quietly. ".repeat(111)}\u{1f426}\u{1f426}` });
    expect(await prompt()).toBe(`${"Quietly. ".repeat(111)}\ufffd`);
  });

  it("R15 refuses a stale save and returns the current scene", async () => {
    const { scenes } = await makeStory({ author: ada });
    const sceneId = scenes[0]?.id ?? "";
    const put = (body: object) => ada.put(`/scenes/${sceneId}`, body);
    await put({ title: "First", version: 1 });
    const late = await put({ title: "Second", version: 1 });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      error: { code: "stale_version" },
      data: { title: "First", version: 2 },
    });
  });
});

describe("deleting a scene", () => {
  it("refuses texts while its script is being written, and accepts a layout", async () => {
    const { scenes } = await makeStory({ author: ada });
    const id = scenes[0]?.id ?? "";
    await db.scene.update({ where: { id }, data: { status: "generating" } });
    const put = (body: object) => ada.put(`/scenes/${id}`, body);
    const { status, body } = await put({ title: "Dusk" });
    expect([status, body.error.code]).toEqual([409, "scene_busy"]);
    expect((await put({ layout: null })).status).toBe(200);
    expect((await db.scene.findUniqueOrThrow({ where: { id } })).title).not.toBe("Dusk");
  });

  it("keeps numbers consecutive and updates first appearances", async () => {
    const { story, scenes, mara, unused } = await makeStory({ author: ada, scenes: 4 });
    await db.sceneCharacter.deleteMany({ where: { sceneId: scenes[0]?.id } });
    await db.sceneCharacter.deleteMany({ where: { sceneId: scenes[1]?.id } });
    await db.character.update({ where: { id: mara.id }, data: { firstAppearance: 3 } });
    await db.character.update({ where: { id: unused.id }, data: { firstAppearance: 4 } });
    const answer = await remove(scenes[1]?.id ?? "");
    expect(answer.body).toEqual({ success: true, message: "Scene deleted!" });
    expect(await numbersOf(story.id)).toEqual([
      [1, "Scene 1"],
      [2, "Scene 3"],
      [3, "Scene 4"],
    ]);
    const cast = await db.character.findMany({ where: { storyId: story.id } });
    expect(cast.find((one) => one.id === mara.id)?.firstAppearance).toBe(2);
    expect(cast.find((one) => one.id === unused.id)?.firstAppearance).toBe(3);
  });

  it("moves the cover to the first remaining picture", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 2 });
    const preview = async () =>
      (await db.story.findUniqueOrThrow({ where: { id: story.id } })).previewMediaId;
    expect(await preview()).toBe(scenes[0]?.panels[0]?.imageMediaId);
    await remove(scenes[0]?.id ?? "");
    expect(await preview()).toBe(scenes[1]?.panels[0]?.imageMediaId);
    await remove(scenes[1]?.id ?? "");
    expect(await preview()).toBeNull();
  });

  it("aborts its jobs", async () => {
    const { scenes } = await makeStory({ author: ada });
    const id = scenes[0]?.id ?? "";
    await db.scene.update({ where: { id }, data: { status: "generating", generation: 3 } });
    await remove(id);
    const event = await db.outboxEvent.findUnique({ where: { id: `abandoned:${id}:3` } });
    expect(event).toMatchObject({ name: "scene/abandoned", data: { cancelKey: `${id}:3` } });
  });

  it("keeps numbers consecutive when all are deleted at once", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 8, panels: 1 });
    const gone = scenes.filter((_, index) => index % 2 === 0);
    const answers = await Promise.all(gone.map((scene) => remove(scene.id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(await numbersOf(story.id)).toEqual([
      [1, "Scene 2"],
      [2, "Scene 4"],
      [3, "Scene 6"],
      [4, "Scene 8"],
    ]);
  });
});
