/** What a remix knows of how its pictures were made, and what its characters wear. */
import { beforeEach, expect, it } from "vitest";
import { listStalePanels } from "@/lib/generation/picture/stale-panels-queries";
import { madeWith } from "@/lib/media/schema";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import {
  authorWithStory,
  forgetEvents,
  pictureOf,
  playEvents,
  provideScript,
  scriptOf,
  TestPainter,
} from "../generation/support";
import { person } from "../http/harness";

beforeEach(forgetEvents);

/** A published story of two scenes: Mara puts on a coat in the first, and wears it in the second. */
async function published() {
  const { panels } = JSON.parse(scriptOf(2));
  const people = [{ name: "Mara", outfit: "coat", action: "" }];
  const coat = { people, light: "", mustShow: [] };
  const scripts = [{ panels: [panels[0], { ...panels[1], contract: coat }] }, {}];
  provideScript(
    scripts.map((changes) => scriptOf(2, changes)),
    new TestPainter(undefined, 9),
  );
  const { author, story } = await authorWithStory();
  const [style, shown] = [
    await storePicture(await pictureOf("style"), { origin: "drawn" }),
    await storePicture(await pictureOf("coat"), { origin: "drawn" }),
  ];
  const mara = await db.character.create({
    data: {
      storyId: story.id,
      name: "Mara",
      seed: "Mara",
      description: "A keeper of lamps",
      imagePrompt: "A keeper in grey",
      outfits: { create: { name: "Coat" } },
    },
    include: { outfits: true },
  });
  const outfitId = mara.outfits[0]?.id ?? "";
  await db.referencePicture.create({
    data: { characterId: mara.id, role: "outfit", outfitId, mediaId: shown.id },
  });
  await db.story.update({ where: { id: story.id }, data: { styleMediaId: style.id } });
  for (const prompt of ["Rain comes over the sea", "The rain stays for a week"]) {
    await db.quotaEntry.deleteMany({ where: { userId: author.id } });
    const asked = { storyId: story.id, prompt, maxPanels: 2 };
    expect((await author.post("/ai/generate-scene", asked)).status).toBe(202);
    await playEvents();
  }
  const publishedAt = new Date();
  await db.story.update({ where: { id: story.id }, data: { status: "published", publishedAt } });
  return { author, story, mara, private: [style.id, shown.id] };
}

/** A remix as its tables are. */
async function remixed(by: Awaited<ReturnType<typeof person>>, address: string) {
  const answer = await by.post(`/stories/${address}`);
  expect(answer.status, answer.text).toBe(201);
  const { _id: id, scenes } = answer.body.data;
  const takes = await db.take.findMany({ where: { panel: { scene: { storyId: id } } } });
  const worn: string[] = [];
  for (const { _id, panels } of scenes)
    for (const { panelNumber } of panels)
      worn.push((await by.get(`/scenes/${_id}/panels/${panelNumber}/outfits`)).body.data[0].wears);
  return {
    worn,
    row: await db.story.findUniqueOrThrow({ where: { id } }),
    made: takes.map((take) => madeWith.parse(take.madeWith)),
    stale: async () => (await listStalePanels(by.viewer, id)).length,
    change: () =>
      db.character.updateMany({
        where: { storyId: id, name: "Mara" },
        data: { imagePrompt: "Bald, in a red vest" },
      }),
  };
}

it("an own remix keeps clothes, references and facts under its own ids", async () => {
  const { author, story, mara, private: pictures } = await published();
  expect(await listStalePanels(author.viewer, story.id)).toEqual([]);
  const copy = await remixed(author, `${story.id}/remix`);
  expect(copy.worn).toEqual(["", "Coat", "Coat", "Coat"]);
  expect(copy.row.styleMediaId).toBe(pictures[0]);
  const text = JSON.stringify(copy.made);
  for (const id of pictures) expect(text).toContain(id);
  expect(text).not.toContain(mara.id);
  expect(await copy.stale()).toBe(0);
  await copy.change();
  expect(await copy.stale()).toBe(4);
});

it("an own remix of a scene begins in the clothes of the scene", async () => {
  const { author, story } = await published();
  const copy = await remixed(author, `${story.id}/remix-scene/2`);
  expect(copy.worn).toEqual(["Coat", "Coat"]);
  expect(await copy.stale()).toBe(0);
});

it("a reader's remix knows nothing of pictures that it does not have, and is not out of date", async () => {
  const { story, private: pictures } = await published();
  const copy = await remixed(await person("reader"), `${story.id}/remix`);
  expect(copy.worn).toEqual(["", "", "", ""]);
  expect(copy.row.styleMediaId).toBeNull();
  expect(copy.made.every(({ references }) => references.length > 0)).toBe(true);
  for (const id of pictures) expect(JSON.stringify(copy.made)).not.toContain(id);
  expect(await copy.stale()).toBe(0);
  await copy.change();
  expect(await copy.stale()).toBe(4);
});
