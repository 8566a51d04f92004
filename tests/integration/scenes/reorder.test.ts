import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { makeStory, person, unknownId } from "../http/harness";

const ada = await person("ada");

const idsOf = (parts: { _id: string }[]) => parts.map(({ _id }) => _id);
const titlesOf = async (storyId: string) => {
  const scenes = await db.scene.findMany({ where: { storyId }, orderBy: { sceneNumber: "asc" } });
  expect(scenes.map(({ sceneNumber }) => sceneNumber)).toEqual(scenes.map((_, index) => index + 1));
  return scenes.map(({ title }) => title);
};
const panelsOf = async (sceneId: string) => {
  const panels = await db.panel.findMany({ where: { sceneId }, orderBy: { panelNumber: "asc" } });
  expect(panels.map(({ panelNumber }) => panelNumber)).toEqual(panels.map((_, index) => index + 1));
  return panels.map(({ id }) => id);
};

describe("the order of scenes", () => {
  const order = (storyId: string, sceneIds: unknown, version?: number) =>
    ada.put(`/stories/${storyId}/scenes/order`, { sceneIds, ...(version ? { version } : {}) });

  it("moves a scene with its panels and likes; cover and first appearances follow", async () => {
    const { story, scenes, mara, unused } = await makeStory({ author: ada, scenes: 3 });
    const [one, two, three] = scenes.map(({ id }) => id);
    await db.sceneCharacter.deleteMany({ where: { sceneId: { not: three ?? "" } } });
    await db.character.update({ where: { id: mara.id }, data: { firstAppearance: 3 } });
    await db.character.update({ where: { id: unused.id }, data: { firstAppearance: 1 } });
    await db.sceneLike.create({ data: { userId: ada.id, sceneId: three ?? "" } });
    const { status, body } = await order(story.id, [three, one, two], 1);
    expect(status).toBe(200);
    expect(body.data.version).toBe(2);
    expect(idsOf(body.data.scenes)).toEqual([three, one, two]);
    expect(body.data.scenes[0]?.likeStats.likeCount).toBe(1);
    expect(idsOf(body.data.scenes[0].panels)).toEqual(scenes[2]?.panels.map(({ id }) => id));
    expect(await titlesOf(story.id)).toEqual(["Scene 3", "Scene 1", "Scene 2"]);
    const cast = await db.character.findMany({ where: { storyId: story.id } });
    expect(cast.find(({ id }) => id === mara.id)?.firstAppearance).toBe(1);
    expect(cast.find(({ id }) => id === unused.id)?.firstAppearance).toBe(2);
    const { previewMediaId } = await db.story.findUniqueOrThrow({ where: { id: story.id } });
    expect(previewMediaId).toBe(scenes[2]?.panels[0]?.imageMediaId);
  });

  it("refuses an incomplete or a stale order", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 3 });
    const other = await makeStory({ author: ada });
    const ids = scenes.map(({ id }) => id);
    const wrong = [
      ids.slice(1),
      [...ids, other.scenes[0]?.id],
      [ids[0], ids[1], other.scenes[0]?.id],
      [ids[0], ids[0], ids[1]],
      [],
    ];
    for (const one of wrong) {
      const { status, body } = await order(story.id, one);
      expect(status).toBe(409);
      expect(body).toMatchObject({ error: { code: "stale_version" }, data: { _id: story.id } });
    }
    for (const one of ["x", [1], ["not an id"], Array(501).fill(ids[0])]) {
      expect((await order(story.id, one)).status).toBe(400);
    }
    expect((await order(story.id, ids.toReversed(), 1)).status).toBe(200);
    expect((await order(story.id, ids, 1)).status).toBe(409);
    expect(await titlesOf(story.id)).toEqual(["Scene 3", "Scene 2", "Scene 1"]);
  });

  it("stays consistent under concurrent moves, copies and deletions", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 5, panels: 1 });
    const ids = scenes.map(({ id }) => id);
    const answers = await Promise.all([
      order(story.id, ids.toReversed()),
      order(story.id, [...ids.slice(2), ...ids.slice(0, 2)]),
      ada.delete(`/scenes/${ids[1]}`),
      ...[ids[0], ids[3]].map((sceneId) => ada.post(`/scenes/${sceneId}/duplicate`)),
    ]);
    // 404 where the panel that is copied was taken out first.
    for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
    expect(await titlesOf(story.id)).toHaveLength(6);
  });

  it("inserts a new scene at its position", async () => {
    const { story } = await makeStory({ author: ada, scenes: 2 });
    const begin = (prompt: string, position: unknown, more = {}) =>
      ada.post("/ai/generate-scene", { storyId: story.id, prompt, position, ...more });
    expect((await begin("Mara waits for the tide.", 0)).status).toBe(400);
    expect((await begin("Mara waits for the tide.", "two")).status).toBe(400);
    const { status, body } = await begin("Mara waits for the tide.", 2);
    expect(status).toBe(202);
    expect(body.data.scene.sceneNumber).toBe(2);
    expect(await titlesOf(story.id)).toEqual(["Scene 1", "", "Scene 2"]);
  });
});

describe("a duplicated scene", () => {
  const duplicate = (sceneId: string) => ada.post(`/scenes/${sceneId}/duplicate`);

  it("has the same text, pictures, takes and bubbles behind the original, and no likes", async () => {
    const { story, scenes, mara } = await makeStory({ author: ada, scenes: 2 });
    const id = scenes[0]?.id ?? "";
    await db.sceneLike.create({ data: { userId: ada.id, sceneId: id } });
    const { status, body } = await duplicate(id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      sceneNumber: 2,
      title: "Scene 1",
      likeStats: { likeCount: 0 },
    });
    expect(await titlesOf(story.id)).toEqual(["Scene 1", "Scene 1", "Scene 2"]);
    const facts = async (sceneId: string) =>
      (
        await db.panel.findMany({
          where: { sceneId },
          orderBy: { panelNumber: "asc" },
          include: { takes: true },
        })
      ).map(({ imageMediaId, textBubbles, characterIds, takes }) => ({
        imageMediaId,
        textBubbles,
        characterIds,
        takes: takes.map(({ mediaId, kind }) => ({ mediaId, kind })),
      }));
    const copies = await facts(body.data._id ?? "");
    expect(copies).toHaveLength(2);
    expect(copies).toEqual(await facts(id));
    const cast = await db.sceneCharacter.findMany({ where: { sceneId: body.data._id ?? "" } });
    expect(cast.map(({ characterId }) => characterId)).toEqual([mara.id]);
  });

  it("is refused while it is being generated, and where the story is full", async () => {
    const { story, scenes } = await makeStory({ author: ada });
    const id = scenes[0]?.id ?? "";
    await db.scene.update({ where: { id }, data: { status: "generating" } });
    expect((await duplicate(id)).body.error.code).toBe("scene_busy");
    await db.scene.update({ where: { id }, data: { status: "completed", sceneNumber: 500 } });
    expect((await duplicate(id)).body.message).toBe("A story holds at most 500 scenes.");
    expect(await db.scene.count({ where: { storyId: story.id } })).toBe(1);
  });
});

describe("the panels of a scene", () => {
  const order = (sceneId: string, panelIds: unknown, version?: number) =>
    ada.put(`/scenes/${sceneId}/panels/order`, { panelIds, ...(version ? { version } : {}) });
  const add = (sceneId: string, body: object = {}) => ada.post(`/scenes/${sceneId}/panels`, body);
  const remove = (sceneId: string, panelNumber: number, version?: unknown) =>
    ada.delete(`/scenes/${sceneId}/panels/${panelNumber}${version ? `?version=${version}` : ""}`);
  async function makeScene(panels = 3) {
    const { scenes, story, mara } = await makeStory({ author: ada, panels });
    const scene = scenes[0];
    if (!scene) throw new Error("the story has no scene");
    return {
      storyId: story.id,
      mara,
      id: scene.id,
      panels: scene.panels,
      ids: scene.panels.map(({ id }) => id),
    };
  }

  it("are reordered with all their content; a stale save for another panel is refused", async () => {
    const { id, ids, panels } = await makeScene();
    const [a, b, c] = ids;
    const { body } = await order(id, [c, a, b], 1);
    expect(body.data.version).toBe(2);
    expect(idsOf(body.data.panels)).toEqual([c, a, b]);
    expect(body.data.panels[0]?.textBubbles).toEqual(panels[2]?.textBubbles);
    expect(await panelsOf(id)).toEqual([c, a, b]);
    const late = await ada.put(`/scenes/${id}/panels/1`, { textBubbles: [], version: 1 });
    expect(late.status).toBe(409);
    expect((await order(id, ids, 1)).status).toBe(409);
    expect((await order(id, [a, b])).status).toBe(409);
    expect((await order(id, [a, a, b])).status).toBe(409);
    expect((await order(id, [a, b, unknownId])).status).toBe(409);
    expect((await order(id, Array(7).fill(a))).status).toBe(400);
  });

  it("are removed and restored with picture, takes and bubbles", async () => {
    const { id, ids, panels, storyId } = await makeScene();
    const [a, b, c] = ids;
    const { body } = await remove(id, 1, 1);
    expect(idsOf(body.data.panels)).toEqual([b, c]);
    const { previewMediaId } = await db.story.findUniqueOrThrow({ where: { id: storyId } });
    expect(previewMediaId).toBe(panels[1]?.imageMediaId);
    expect((await remove(id, 1, 1)).body).toMatchObject({
      error: { code: "stale_version" },
      data: { _id: b },
    });
    const back = await add(id, { restore: a, position: 1 });
    expect(back.status).toBe(201);
    expect(await panelsOf(id)).toEqual([a, b, c]);
    expect(back.body.data.panels[0]).toMatchObject({
      _id: a,
      hasImage: true,
      textBubbles: panels[0]?.textBubbles,
    });
    expect(await db.take.count({ where: { panelId: a ?? "" } })).toBe(1);
    expect((await add(id, { restore: a })).status).toBe(404);
  });

  it("are added empty with the neighbour's cast, and as copies, up to six", async () => {
    const { id, ids, mara } = await makeScene(2);
    const [a, b] = ids;
    const empty = (await add(id, { position: 2 })).body.data.panels[1];
    expect(empty).toMatchObject({ hasImage: false, status: "completed", imagePrompt: "" });
    const row = await db.panel.findUniqueOrThrow({ where: { id: empty?._id ?? "" } });
    expect(row.characterIds).toEqual([mara.id]);
    const { body } = await add(id, { copyOf: b, position: 1 });
    const copy = body.data.panels[0];
    expect(await panelsOf(id)).toEqual([copy?._id, a, empty?._id, b]);
    const original = await db.panel.findUniqueOrThrow({ where: { id: b ?? "" } });
    expect(copy).toMatchObject({ hasImage: true, textBubbles: original.textBubbles });
    expect(await db.take.count({ where: { panelId: copy?._id ?? "" } })).toBe(1);
    await add(id);
    await add(id, { position: 6 });
    expect((await add(id)).body).toMatchObject({
      error: { code: "conflict" },
      message: "A scene holds at most 6 panels. Remove one before adding another.",
    });
    expect(await panelsOf(id)).toHaveLength(6);
  });

  it("refuse the last one's removal, panels of other scenes, and changes during generation", async () => {
    const { id, ids } = await makeScene(1);
    const other = await makeScene(2);
    expect((await remove(id, 1)).body.message).toBe(
      "A scene has at least one panel. Delete the scene to remove this one.",
    );
    expect((await remove(id, 2)).status).toBe(404);
    expect((await remove(id, 1, "x")).status).toBe(400);
    await remove(other.id, 1);
    for (const body of [
      { restore: other.ids[0] },
      { restore: ids[0] },
      { copyOf: other.ids[1] },
      { copyOf: unknownId },
    ]) {
      expect((await add(id, body)).status).toBe(404);
    }
    for (const body of [
      { copyOf: ids[0], restore: ids[0] },
      { position: 0 },
      { position: 7 },
      { copyOf: "x" },
      { imageMediaId: unknownId },
    ]) {
      expect((await add(id, body)).status).toBe(400);
    }
    await db.scene.update({ where: { id }, data: { status: "generating" } });
    for (const { body } of [await order(id, ids), await add(id), await remove(id, 1)]) {
      expect(body.error.code).toBe("scene_busy");
    }
  });

  it("stay consistent under concurrent changes", async () => {
    const { id, ids } = await makeScene(4);
    const answers = await Promise.all([
      order(id, ids.toReversed()),
      add(id, { position: 1 }),
      add(id, { copyOf: ids[2] }),
      add(id),
      remove(id, 2),
      remove(id, 1),
    ]);
    // 404 where the panel that is copied was taken out first.
    for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
    const left = await panelsOf(id);
    expect(left.length).toBeGreaterThanOrEqual(4);
    expect(left.length).toBeLessThanOrEqual(6);
  });
});
