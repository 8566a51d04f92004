import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { bubble, entityData, makeStory, media, person } from "../http/harness";

const ada = await person("ada");

/** A story in which Mara also goes by the name of 'The keeper', a character of its own. */
async function twoOfOne() {
  const { story, scenes, mara, lampRoom } = await makeStory({ author: ada, scenes: 2 });
  const keeper = await db.character.create({
    data: {
      ...entityData("The keeper", { firstAppearance: 1 }),
      storyId: story.id,
      formerNames: ["Old man"],
      title: "Of the lamp",
      outfits: { create: [{ name: "raincoat" }, { name: "Nightshirt" }] },
    },
    include: { outfits: { orderBy: { name: "asc" } } },
  });
  const coat = await db.outfit.create({ data: { characterId: mara.id, name: "Raincoat" } });
  const [shirt, sameCoat] = keeper.outfits.sort((a, b) => a.name.localeCompare(b.name));
  const panels = scenes.flatMap((scene) => scene.panels);
  const [first, second, third] = panels;
  if (!first || !second || !third || !shirt || !sameCoat) throw new Error("parts are missing");
  const says = (speaker: string) => ({ ...bubble(`Said by ${speaker}`), speaker });
  await db.panel.update({
    where: { id: first.id },
    data: {
      characterIds: [keeper.id, mara.id],
      outfits: { [keeper.id]: sameCoat.id },
      lines: [{ speaker: "THE KEEPER ", kind: "speech", text: "Hm." }],
      textBubbles: [says("The keeper"), says("Tom")],
      faces: [{ name: "Old man", box: { x: 0, y: 0, width: 0.1, height: 0.1 } }],
      contract: { people: [{ name: "The keeper", action: "sits" }], place: "Lamp room" },
    },
  });
  await db.panel.update({
    where: { id: second.id },
    data: { characterIds: [keeper.id], outfits: { [keeper.id]: shirt.id, [mara.id]: coat.id } },
  });
  const sceneId = first.sceneId ?? "";
  await db.sceneCharacter.createMany({ data: [{ sceneId, characterId: keeper.id }] });
  const [face, portrait] = [await media(), await media()];
  await db.referencePicture.create({
    data: { characterId: keeper.id, role: "outfit", outfitId: sameCoat.id, mediaId: face.id },
  });
  await db.characterImage.create({ data: { characterId: keeper.id, mediaId: portrait.id } });
  const job = await db.job.create({
    data: {
      kind: "scene",
      status: "completed",
      ownerId: ada.id,
      storyId: story.id,
      sceneId,
      characterId: keeper.id,
      input: { characterIds: [keeper.id] },
      finishedAt: new Date(),
    },
  });
  return { story, mara, keeper, lampRoom, first, second, third, coat, shirt, job };
}

describe("merging two characters that are one", () => {
  it("moves panels, scenes, outfits, pictures, speakers and jobs", async () => {
    const { mara, keeper, first, second, third, coat, shirt, job } = await twoOfOne();
    const answer = await ada.post(`/characters/${keeper.id}/merge`, { into: mara.id });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ _id: mara.id, name: "Mara", title: "Of the lamp" });
    expect(await db.character.count({ where: { id: keeper.id } })).toBe(0);
    const [one, two, three] = await Promise.all(
      [first, second, third].map(({ id }) => db.panel.findUniqueOrThrow({ where: { id } })),
    );
    expect(one).toMatchObject({
      characterIds: [mara.id],
      outfits: { [mara.id]: coat.id },
      lines: [{ speaker: "Mara", text: "Hm." }],
      textBubbles: [{ speaker: "Mara", text: "Said by The keeper" }, { speaker: "Tom" }],
      faces: [{ name: "Mara" }],
      // Words of a script, as its prompt: former names are known.
      contract: { people: [{ name: "The keeper", action: "sits" }], place: "Lamp room" },
    });
    // Where both have one, the outfit of the one that stays wins.
    expect(two).toMatchObject({ characterIds: [mara.id], outfits: { [mara.id]: coat.id } });
    expect(three).toMatchObject({ characterIds: [mara.id], version: 1 });
    const after = await db.character.findUniqueOrThrow({
      where: { id: mara.id },
      include: { outfits: true, references: true, images: true, scenes: true },
    });
    expect(after).toMatchObject({
      formerNames: ["The keeper", "Old man"],
      references: [{ outfitId: coat.id }],
      images: [{}],
    });
    expect(after.outfits.map(({ id }) => id).sort()).toEqual([coat.id, shirt.id].sort());
    expect(after.scenes).toHaveLength(2);
    expect(await db.job.findUnique({ where: { id: job.id } })).toMatchObject({
      characterId: mara.id,
      input: { characterIds: [mara.id] },
    });
  });

  it("leaves a name that another character has now", async () => {
    const { story, mara, keeper, first } = await twoOfOne();
    await db.character.create({ data: { ...entityData("Old man"), storyId: story.id } });
    await ada.post(`/characters/${keeper.id}/merge`, { into: mara.id });
    const panel = await db.panel.findUniqueOrThrow({ where: { id: first.id } });
    expect(panel.faces).toMatchObject([{ name: "Old man" }]);
  });

  it("waits for work of the story, with a sentence that says so", async () => {
    const { story, mara, keeper } = await twoOfOne();
    const data = { kind: "panel_image" as const, ownerId: ada.id, storyId: story.id };
    const job = await db.job.create({ data });
    const refused = await ada.post(`/characters/${keeper.id}/merge`, { into: mara.id });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Something in this story is being made right now. Please merge the two when it is finished.",
    ]);
    await db.job.update({
      where: { id: job.id },
      data: { status: "completed", finishedAt: new Date() },
    });
    const answers = await Promise.all([
      ada.post(`/characters/${keeper.id}/merge`, { into: mara.id }),
      ada.post(`/characters/${mara.id}/merge`, { into: keeper.id }),
    ]);
    // Two at once: one wins, and one of the two remains.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const where = { id: { in: [keeper.id, mara.id] } };
    expect(await db.character.count({ where })).toBe(1);
  });

  it("refuses itself and one of another story", async () => {
    const { keeper } = await twoOfOne();
    const { mara: stranger } = await makeStory({ author: ada });
    for (const into of [keeper.id, stranger.id]) {
      const { body } = await ada.post(`/characters/${keeper.id}/merge`, { into });
      expect(body.errors).toEqual([
        { field: "into", message: "Please choose another character of this story." },
      ]);
    }
  });

  it("merges locations: their panels and scenes follow", async () => {
    const { story, lampRoom, first } = await twoOfOne();
    const tower = await db.location.create({ data: { ...entityData("Tower"), storyId: story.id } });
    const answer = await ada.post(`/locations/${lampRoom.id}/merge`, { into: tower.id });
    expect(answer.body.data).toMatchObject({ name: "Tower", sceneCount: 2, firstAppearance: 1 });
    const panel = await db.panel.findUniqueOrThrow({ where: { id: first.id } });
    expect(panel).toMatchObject({ locationId: tower.id });
  });
});
