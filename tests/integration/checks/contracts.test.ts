import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { getScene } from "@/lib/scenes/queries";
import {
  authorWithStory,
  makeAuthor,
  playEvents,
  provideScript,
  scriptOf,
  TestPainter,
} from "../generation/support";

const light = "a grey morning, fog";

async function paintedPanel(contract?: object) {
  const script = JSON.parse(scriptOf(1));
  const panels = [{ ...script.panels[0], ...(contract && { contract }) }];
  const { painter } = provideScript([JSON.stringify({ ...script, panels })], new TestPainter());
  const { author, story } = await authorWithStory();
  await author.post("/ai/generate-scene", {
    storyId: story.id,
    prompt: "Mara waits",
    maxPanels: 1,
  });
  await playEvents();
  const scene = await db.scene.findFirstOrThrow({ where: { storyId: story.id } });
  const read = async () => (await getScene(author.viewer, scene.id)).panels[0];
  return { author, painter, sceneId: scene.id, address: `/scenes/${scene.id}/panels/1`, read };
}

it("a contract comes with the script, goes to the painter, and is the author's once saved", async () => {
  const action = "holds a lamp high";
  const people = [{ name: "Mara", outfit: "oilskins", action }];
  const { author, painter, sceneId, address, read } = await paintedPanel({
    people,
    light,
    mustShow: ["a brass bell"],
  });
  const prompt = "Mara on the pier, moment 1";
  const added = `Mara wears oilskins.\nMara: ${action}.\nLight: ${light}.\nMust be seen: a brass bell.\nShot: medium.`;
  expect(painter.panels.at(-1)?.prompt).toBe(`${prompt}\n${added}`);
  const scripted = await read();
  const contract = {
    people,
    place: "North Pier",
    light,
    shot: "medium",
    mustShow: ["a brass bell"],
  };
  expect(scripted?.contract).toEqual({ ...contract, forPrompt: prompt });

  const paint = async (other: object = {}) => {
    const body = { sceneId, panelNumber: 1, choose: false, ...other };
    await author.post("/ai/regenerate-panel", body);
    await playEvents();
    return painter.panels.at(-1)?.prompt;
  };
  // A script's contract is that of its prompt alone.
  const other = "Mara asleep in a boat at the pier";
  expect(await paint({ prompt: other })).toBe(`${other}\nShot: medium.`);

  const own = { ...contract, light: "night", shot: "wide", mustShow: [] };
  const saved = await author.put(address, { contract: own, version: scripted?.version });
  expect(saved.body.data).toMatchObject({ contract: own });
  expect(await paint({ prompt: other })).toBe(
    `${other}\nMara wears oilskins.\nMara: ${action}.\nLight: night.\nShot: wide.`,
  );
  const late = await author.put(address, { contract, version: scripted?.version });
  expect([late.status, late.body.data.contract]).toEqual([409, own]);
  const tooMuch = await author.put(address, { contract: { ...own, place: "x".repeat(101) } });
  expect(tooMuch.body.errors).toEqual([
    { field: "contract.place", message: "Please use at most 100 characters" },
  ]);

  await db.story.updateMany({ data: { status: "published", publishedAt: new Date() } });
  expect((await getScene(null, sceneId)).panels[0]).not.toHaveProperty("contract");
  expect((await getScene((await makeAuthor()).viewer, sceneId)).panels[0]).not.toHaveProperty(
    "contract",
  );
});

it("a script without a contract gets that of who is in it and where", async () => {
  const { painter, read } = await paintedPanel();
  expect((await read())?.contract).toMatchObject({
    people: [{ name: "Mara", outfit: "", action: "" }],
    place: "North Pier",
    light: "",
    shot: "medium",
    mustShow: [],
  });
  expect(painter.panels.at(-1)?.prompt).toBe("Mara on the pier, moment 1\nShot: medium.");
});
