import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { maxBubblesPerStory } from "@/lib/scenes/bubbles/schema";
import { bubble, makeStory, person } from "../http/harness";

const full = Array.from({ length: 24 }, (_, index) => bubble(`Line ${index}`));
const refusal = {
  success: false,
  error: { code: "conflict" },
  message: "A story holds at most 9000 bubbles. Remove some first, or continue in another story.",
};

const ada = await person("ada");
const made = await makeStory({ author: ada, status: "draft", scenes: 76, panels: 5 });
const scenes = made.scenes;
const storyId = made.story.id;
// 375 panels are full; those of the last scene have none.
const last = { sceneId: scenes[75]?.id ?? "" };
await db.panel.updateMany({ where: last, data: { textBubbles: [] } });
await db.panel.updateMany({
  where: { scene: { storyId }, NOT: last },
  data: { textBubbles: full },
});

const count = async () =>
  (await db.panel.findMany({ where: { scene: { storyId } }, select: { textBubbles: true } }))
    .map(({ textBubbles }) => (textBubbles as unknown[]).length)
    .reduce((sum, bubbles) => sum + bubbles, 0);
const put = (scene: number, textBubbles: object[]) =>
  ada.put(`/scenes/${scenes[scene]?.id ?? ""}/panels/1`, { textBubbles });

it("a story holds no more bubbles than one response can carry", async () => {
  expect(await count()).toBe(maxBubblesPerStory);
  const { id: sceneId = "", panels = [] } = scenes[0] ?? {};
  const params = { sceneId };
  // By a bubble, a copy of a panel, a copy of a scene, and a panel that is put back.
  expect((await put(75, [bubble("One more")])).body).toEqual(refusal);
  const copy = { copyOf: panels[0]?.id };
  const copied = await ada.post(`/scenes/${params.sceneId}/panels`, copy);
  expect(copied.body).toEqual(refusal);
  const duplicated = await ada.post(`/scenes/${params.sceneId}/duplicate`);
  expect(duplicated.body).toEqual(refusal);
  expect(await count()).toBe(maxBubblesPerStory);

  const out = { ...params, panelNumber: "1" };
  await ada.delete(`/scenes/${out.sceneId}/panels/${out.panelNumber}`);
  expect((await put(75, [bubble("One more")])).status).toBe(200);
  const back = { restore: panels[0]?.id };
  const restored = await ada.post(`/scenes/${params.sceneId}/panels`, back);
  expect(restored.body).toEqual(refusal);
});

it("bubbles can be removed from a story that holds too many", async () => {
  await db.panel.updateMany({ where: { sceneId: scenes[75]?.id }, data: { textBubbles: full } });
  expect(await count()).toBeGreaterThan(maxBubblesPerStory);
  expect((await put(1, full.slice(1))).status).toBe(200);
  const sceneId = scenes[0]?.id ?? "";
  const empty = await ada.post(`/scenes/${sceneId}/panels`, {});
  expect(empty.status).toBeLessThan(300);
  // An unchanged bubble may be serialized differently.
  expect((await put(2, full.with(0, bubble("Other words")))).status).toBe(200);
});
