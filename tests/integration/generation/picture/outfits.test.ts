/** One truth about clothes: the script, the contract, the choice by hand, the painter and the check. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { listStalePanels } from "@/lib/generation/picture/stale-panels-queries";
import { madeWith } from "@/lib/media/schema";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { getScene } from "@/lib/scenes/queries";
import { regenerate } from "../start";
import {
  authorWithStory,
  forgetEvents,
  pictureOf,
  playEvents,
  provideScript,
  scriptOf,
  TestPainter,
} from "../support";

const numbers = [1, 2, 3, 4];
const scriptWith = (clothes: string[]) =>
  scriptOf(4, {
    panels: JSON.parse(scriptOf(4)).panels.map((panel: object, at: number) => ({
      ...panel,
      contract: {
        people: [{ name: "Mara", outfit: clothes[at], action: "" }],
        light: "",
        mustShow: [],
      },
    })),
  });

beforeEach(forgetEvents);

/** A scene of four panels, written and drawn; Mara has two outfits, one of them with a picture. */
async function dressedScene() {
  const painter = new TestPainter(undefined, 9);
  const scripts = [scriptWith(["", "raincoat", "", "usual clothes"]), scriptWith(["", "", "", ""])];
  provideScript(scripts, painter);
  const { author, story } = await authorWithStory();
  const look = await storePicture(await pictureOf("coat"), { origin: "drawn" });
  const mara = await db.character.create({
    data: {
      storyId: story.id,
      name: "Mara",
      seed: "Mara",
      description: "A keeper of lamps",
      imagePrompt: "A keeper in grey",
      outfits: { create: [{ name: "Raincoat", description: "yellow oilskin" }, { name: "Gown" }] },
    },
    include: { outfits: { orderBy: { name: "desc" } } },
  });
  const [raincoat, gown] = mara.outfits;
  if (!raincoat || !gown) throw new Error("Mara has no outfits");
  await db.referencePicture.create({
    data: { characterId: mara.id, role: "outfit", outfitId: raincoat.id, mediaId: look.id },
  });
  const ask = { storyId: story.id, prompt: "Rain comes", maxPanels: 4 };
  const sceneId: string = (await author.post("/ai/generate-scene", ask)).body.data.scene._id;
  await playEvents();
  const address = (number: number) => `/scenes/${sceneId}/panels/${number}`;
  return {
    author,
    story,
    sceneId,
    painter,
    mara,
    raincoat,
    gown,
    look,
    put: async (number: number, body: object) => {
      const answer = await author.put(address(number), body);
      expect(answer.status, answer.text).toBe(200);
    },
    choose: (number: number, outfitId: string | null) =>
      author.put(address(number), { outfits: [{ characterId: mara.id, outfitId }] }),
    /** The contract of a panel as an author sends it, with other clothes. */
    contract: async (number: number, outfit: string) => {
      const { contract } = (await getScene(author.viewer, sceneId)).panels[number - 1] ?? {};
      const { forPrompt: _, people = [], ...rest } = contract ?? {};
      return { contract: { ...rest, people: people.map((one) => ({ ...one, outfit })) } };
    },
    worn: async () => {
      const all = numbers.map((number) => author.get(`${address(number)}/outfits`));
      return (await Promise.all(all)).map(({ body }) => body.data[0].wears);
    },
    stored: () => db.panel.findMany({ where: { sceneId }, orderBy: { panelNumber: "asc" } }),
    stale: async () => {
      const found = await listStalePanels(author.viewer, story.id);
      const { panels } = await getScene(author.viewer, sceneId);
      return found.map(({ panelId }) => panels.find(({ _id }) => _id === panelId)?.panelNumber);
    },
    draw: async (number: number) => {
      await author.post("/ai/regenerate-panel", { sceneId, panelNumber: number, choose: true });
      await playEvents();
      return painter.panels.at(-1)?.figures[0]?.outfit;
    },
  };
}

it("an outfit of a script is stored, drawn with its picture, and kept until the next change", async () => {
  const { painter, worn, stored, stale, mara, raincoat, look, author, story, sceneId } =
    await dressedScene();
  expect(await worn()).toEqual(["", "Raincoat", "Raincoat", ""]);
  const panels = await stored();
  const change = (outfitId: string | null) => ({ [mara.id]: outfitId });
  expect(panels.map(({ outfits }) => outfits)).toEqual([{}, change(raincoat.id), {}, change(null)]);
  // Contracts do not tell again what the changes tell.
  expect(JSON.stringify(panels.map(({ contract }) => contract))).not.toMatch(/raincoat|usual/i);
  const clothes = { name: "Raincoat", description: "yellow oilskin" };
  const drawn = numbers.map((number) =>
    painter.panels.find(({ prompt }) => prompt.includes(`moment ${number}`)),
  );
  expect(drawn.map((one) => one?.figures[0]?.outfit)).toEqual([
    undefined,
    clothes,
    clothes,
    undefined,
  ]);
  for (const [at, { id }] of panels.entries()) {
    const take = await db.take.findFirstOrThrow({ where: { panelId: id } });
    const outfits = madeWith
      .parse(take.madeWith)
      .references.filter(({ role }) => role === "outfit")
      .map(({ mediaId }) => mediaId);
    expect(outfits).toEqual(at === 1 || at === 2 ? [look.id] : []);
  }
  expect(await stale()).toEqual([]);
  // A new script changes nothing: the changes of the one before are gone.
  await db.quotaEntry.deleteMany({ where: { userId: author.viewer.id } });
  await regenerate(author, story.id, sceneId, { maxPanels: 4 });
  await playEvents();
  expect(await worn()).toEqual(["", "", "", ""]);
});

it("an outfit of a contract by hand is a change, and one chosen by hand takes its place", async () => {
  const { put, choose, contract, worn, stale, draw, stored, raincoat, gown } = await dressedScene();
  await put(1, await contract(1, "gown"));
  expect(await worn()).toEqual(["Gown", "Raincoat", "Raincoat", ""]);
  expect(await stale()).toEqual([1]);
  expect(await draw(1)).toEqual({ name: "Gown", description: "" });
  expect(await stale()).toEqual([]);

  // Words that name no outfit hold for the panel alone.
  await put(2, await contract(2, "a cape of feathers"));
  expect(await worn()).toEqual(["Gown", "a cape of feathers", "Raincoat", ""]);
  expect(await stale()).toEqual([2]);
  expect(await draw(2)).toMatchObject({ name: "a cape of feathers" });
  await choose(2, gown.id);
  expect(await worn()).toEqual(["Gown", "Gown", "Gown", ""]);
  expect((await stored())[1]).toMatchObject({
    outfits: {},
    contract: { people: [{ outfit: "" }] },
  });
  expect(await stale()).toEqual([2, 3]);

  // Another tab has shown what was worn before, and names no clothes: nothing is taken back.
  await put(3, await contract(3, ""));
  await choose(1, raincoat.id);
  expect(await worn()).toEqual(["Raincoat", "Raincoat", "Raincoat", ""]);
  await put(2, await contract(2, "Usual clothes"));
  expect(await worn()).toEqual(["Raincoat", "", "", ""]);
  // What is worn before the panel is no change of its own.
  await put(2, await contract(2, "Raincoat"));
  expect((await stored())[1]?.outfits).toEqual({});
});

it("a contract follows an outfit that gets another name or is deleted", async () => {
  const { author, mara, raincoat, worn, stale, stored } = await dressedScene();
  const outfit = `/characters/${mara.id}/outfits/${raincoat.id}`;
  await author.put(outfit, { name: "Oilskin" });
  expect(await worn()).toEqual(["", "Oilskin", "Oilskin", ""]);
  expect(await stale()).toEqual([2, 3]);
  await author.delete(outfit);
  expect(await worn()).toEqual(["", "", "", ""]);
  expect(await stale()).toEqual([2, 3]);
  expect(JSON.stringify(await stored())).not.toContain(raincoat.id);
});

it("the copy of a scene begins in the clothes of the original's first panel", async () => {
  const { author, sceneId, choose, draw, stale, stored, mara, gown } = await dressedScene();
  await choose(4, gown.id);
  await draw(4);
  expect((await author.post(`/scenes/${sceneId}/duplicate`)).status).toBe(201);
  expect(await stale()).toEqual([]);

  // As many of those that it shows as may change clothes in one panel.
  const crowd = Array.from({ length: 20 }, () => randomUUID());
  const [, , third, fourth] = (await stored()).map(({ id }) => id);
  const outfits = Object.fromEntries(crowd.map((id) => [id, gown.id]));
  await db.panel.update({ where: { id: third ?? "" }, data: { outfits } });
  const characterIds = crowd.slice(0, 13);
  await db.panel.update({ where: { id: fourth ?? "" }, data: { characterIds } });
  const { body } = await author.post(`/scenes/${sceneId}/duplicate`);
  const copy = await db.panel.findFirstOrThrow({
    where: { sceneId: body.data._id, panelNumber: 1 },
  });
  const changed = Object.keys(copy.outfits as object);
  expect(changed).toHaveLength(12);
  expect([mara.id, ...characterIds]).toEqual(expect.arrayContaining(changed));
});

it("a LoRA dates pictures only where the painter takes LoRAs", async () => {
  const { painter, mara, stale } = await dressedScene();
  await db.character.update({ where: { id: mara.id }, data: { loraName: "mara" } });
  expect(await stale()).toEqual([]);
  Object.assign(painter, { takesLora: true });
  expect(await stale()).toEqual(numbers);
});

it("no change keeps an outfit that is deleted at the same moment", async () => {
  const { author, mara, gown, choose, stored } = await dressedScene();
  await Promise.all([
    ...numbers.map((number) => choose(number, gown.id)),
    author.delete(`/characters/${mara.id}/outfits/${gown.id}`),
  ]);
  expect(JSON.stringify(await stored())).not.toContain(gown.id);
});
