import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { layoutsFor } from "@/lib/scenes/panels/page-layout";
import { call, makeStory, type Person, person, visitor } from "../http/harness";

const ada = await person("ada");
const bob = await person("bob");

const scene = async (panels: number) => {
  const { story, scenes } = await makeStory({ author: ada, panels });
  const params = { sceneId: scenes[0]?.id ?? "" };
  const put = (body: object, as: Person | undefined = ada) =>
    call("PUT", "/scenes/{sceneId}", { ...(as ? { as } : {}), params, body });
  const read = async (storyId = story.id) => (await ada.get(`/stories/${storyId}`)).body.data;
  return { story, params, put, read };
};

describe("the layout of a scene", () => {
  it("is the default until its author chooses, and null resets it", async () => {
    const { put, read } = await scene(3);
    expect((await read()).scenes[0].layout).toBeNull();
    for (const layout of [...layoutsFor(3, 3 / 4), null]) {
      const { status, body } = await put({ layout });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ layout, title: "Scene 1" });
      expect((await read()).scenes[0]).toMatchObject({ layout });
    }
  });

  it("stays while texts are changed, and is copied into a remix and the story's archive", async () => {
    const { story, put, read } = await scene(3);
    await put({ layout: "row-1/row-2" });
    expect((await put({ title: "Up" })).body.data.layout).toBe("row-1/row-2");
    const params = { storyId: story.id };
    const remix = await bob.post(`/stories/${params.storyId}/remix`);
    expect(remix.body.data.scenes[0].layout).toBe("row-1/row-2");
    const part = await call("POST", "/stories/{storyId}/remix-scene/{scene}", {
      as: bob,
      params: { ...params, scene: "1" },
    });
    expect(part.body.data.scenes[0].layout).toBe("row-1/row-2");
    const file = await ada.get(`/stories/${params.storyId}/export`);
    expect(JSON.stringify(file.body)).toContain('"layout":"row-1/row-2"');
    expect((await read()).scenes[0].layout).toBe("row-1/row-2");
  });

  it("is one of the list, and set by the author alone", async () => {
    const { put, params } = await scene(3);
    for (const layout of [
      "",
      "row-4",
      "row-1",
      "lead-2/lead-2",
      "row-1/row-2'; DROP TABLE scene; --",
      "x".repeat(5000),
      3,
      ["row-3"],
      { toString: "row-3" },
      true,
    ]) {
      const { status, body } = await put({ layout });
      expect(status, JSON.stringify(layout)).toBe(400);
      expect(body.errors[0].field).toBe("layout");
    }
    expect((await put({ layout: "row-3" }, bob)).status).toBe(403);
    expect((await visitor.put(`/scenes/${params.sceneId}`, { layout: null })).status).toBe(401);
    const row = await db.scene.findUniqueOrThrow({ where: { id: params.sceneId } });
    expect(row).toMatchObject({ layout: null, version: 1 });
    await expect(
      db.scene.update({ where: { id: params.sceneId }, data: { layout: "by hand" } }),
    ).rejects.toThrow(/scene_layout/);
  });
});
