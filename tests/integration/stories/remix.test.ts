import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import type { Story } from "@/lib/stories/schema";
import { call, entityData, makeStory, media, type Person, person, visitor } from "../http/harness";
import { dressedMara } from "../library/dressed-mara";

const ada = await person("ada");
const ben = await person("ben");

const remix = async (storyId: string, as: Person): Promise<Story> => {
  const answer = await as.post(`/stories/${storyId}/remix`);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const get = async (storyId: string, as: Person | null = null): Promise<Story> =>
  (await (as ?? visitor).get(`/stories/${storyId}`)).body.data;

describe("remixing a story", () => {
  it("copies sheets, changes of clothes and contracts into an own remix, with the new ids", async () => {
    const { story, scenes, mara, lampRoom, outfit, face, coat } = await dressedMara(ada, media);
    const night = await media();
    await db.referencePicture.create({
      data: { locationId: lampRoom.id, role: "place", label: "by night", mediaId: night.id },
    });
    await db.story.update({
      where: { id: story.id },
      data: { styleMediaId: night.id, pictureCheck: "tell" },
    });
    const contract = { prompt: "Mara climbs", people: [{ name: "Mara" }], things: ["a lamp"] };
    await db.panel.update({
      where: { id: scenes[0]?.panels[0]?.id ?? "" },
      data: { outfits: { [mara.id]: outfit.id }, contract },
    });
    const copy = await remix(story.id, ada);
    const mine = await db.character.findFirstOrThrow({
      where: { storyId: copy._id, name: "Mara" },
      include: { outfits: true, references: { orderBy: { createdAt: "asc" } } },
    });
    const [worn] = mine.outfits;
    expect([worn?.name, worn?.id === outfit.id]).toEqual(["Raincoat", false]);
    expect(mine.references.map((one) => [one.role, one.mediaId, one.outfitId])).toEqual([
      ["face", face.id, null],
      ["outfit", coat.id, worn?.id],
    ]);
    const [place] = await db.referencePicture.findMany({
      where: { location: { storyId: copy._id } },
    });
    expect(place).toMatchObject({ label: "by night", mediaId: night.id });
    const [panel] = await db.panel.findMany({
      where: { scene: { storyId: copy._id }, panelNumber: 1 },
    });
    expect(panel).toMatchObject({ outfits: { [mine.id]: worn?.id }, contract });
    const settings = (id: string) => db.story.findUniqueOrThrow({ where: { id } });
    const kept = { styleMediaId: night.id, pictureCheck: "tell" };
    expect(await settings(copy._id)).toMatchObject(kept);
    // The style is its author's alone, and so is the bill for checks.
    const theirs = await remix(story.id, ben);
    expect(await settings(theirs._id)).toMatchObject({ styleMediaId: null, pictureCheck: "off" });
  });

  it("copies rows, references pictures and leaves the original as it was", async () => {
    const { story, scenes, mara } = await makeStory({ author: ada, scenes: 2, tags: ["sea"] });
    const portrait = await media();
    await db.character.update({
      where: { id: mara.id },
      data: { primaryMediaId: portrait.id, images: { create: { mediaId: portrait.id } } },
    });
    const before = await get(story.id, ada);
    const pictures = await db.mediaObject.count();
    const copy = await remix(story.id, ben);
    expect(copy).toMatchObject({
      title: story.title,
      description: story.description,
      tags: ["sea"],
      status: "draft",
      isRemix: true,
      originalStoryId: { _id: story.id, title: story.title, author: ada.username },
      originalStoryTitle: story.title,
      originalStoryDeleted: false,
      userId: { username: ben.username },
      likeCount: 0,
    });
    expect(await db.mediaObject.count()).toBe(pictures);
    const own = await get(copy._id, ben);
    expect(own.scenes.map((scene) => scene.panels.map((panel) => panel.imageUrl))).toEqual(
      before.scenes.map((scene) => scene.panels.map((panel) => panel.imageUrl)),
    );
    expect(own.scenes[0]?.panels[0]?.textBubbles).toEqual(before.scenes[0]?.panels[0]?.textBubbles);
    expect(own.previewImage).toBe(before.previewImage);
    expect(own.characters.map((one) => [one.name, one.primaryImageUrl, one.imageUrls])).toEqual(
      before.characters.map((one) => [one.name, one.primaryImageUrl, one.imageUrls]),
    );
    expect(await get(story.id, ada)).toEqual({ ...before, remixCount: 1 });

    const rows = await db.story.findUniqueOrThrow({
      where: { id: copy._id },
      include: {
        characters: true,
        scenes: {
          include: { panels: { include: { takes: true } }, characters: true, locations: true },
        },
      },
    });
    const seeds = await db.character.findMany({
      where: { storyId: story.id },
      select: { seed: true },
    });
    expect(rows.characters.map((one) => one.seed).sort()).toEqual(
      seeds.map((one) => one.seed).sort(),
    );
    const ids = new Set(rows.characters.map((one) => one.id));
    for (const scene of rows.scenes) {
      for (const one of scene.characters) expect(ids.has(one.characterId)).toBe(true);
      for (const panel of scene.panels) {
        expect(panel.characterIds.every((id) => ids.has(id))).toBe(true);
        expect(panel.takes).toMatchObject([{ source: "remixed", mediaId: panel.imageMediaId }]);
      }
    }
    expect(rows.scenes.map((scene) => scene.id)).not.toContain(scenes[0]?.id);
  });

  it("leaves out scenes that are being generated and keeps numbers consecutive", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 3 });
    await db.scene.update({ where: { id: scenes[1]?.id }, data: { status: "generating" } });
    const copy = await remix(story.id, ben);
    expect(copy.scenes.map((scene) => [scene.sceneNumber, scene.title])).toEqual([
      [1, "Scene 1"],
      [2, "Scene 3"],
    ]);
  });

  it("keeps the order of the cast, even around a scene that is left out", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 3 });
    for (const tables of [db.character, db.location]) {
      const added = [3, 2, 2, 1, 2, 0].map((firstAppearance, index) => ({
        ...entityData(`Number ${index}`, { firstAppearance }),
        storyId: story.id,
        // Two at a time are equally old, as those that a writer brings in are.
        createdAt: new Date(Date.now() + Math.floor(index / 2)),
      }));
      await (tables as typeof db.character).createMany({ data: added });
    }
    await db.scene.update({ where: { id: scenes[1]?.id }, data: { status: "generating" } });
    const before = await get(story.id, ada);
    const names = (entities: Story["characters"]) => entities.map(({ name }) => name);
    // Ids are drawn by lot: a right order could be chance.
    for (const _ of Array(3)) {
      const copy = await remix(story.id, ben);
      expect(names(copy.characters)).toEqual(names(before.characters));
      expect(names(copy.locations)).toEqual(names(before.locations));
      expect(copy.characters.map(({ firstAppearance }) => firstAppearance)).toEqual([
        0, 0, 1, 1, 2, 2, 2, 2,
      ]);
    }
  });

  it("works for an own draft", async () => {
    const { story } = await makeStory({ author: ada, status: "draft" });
    expect((await remix(story.id, ada)).originalStoryId?._id).toBe(story.id);
  });

  it("names the original only to viewers who may open it", async () => {
    const { story } = await makeStory({ author: ada });
    const copy = await remix(story.id, ben);
    await ada.put(`/stories/${story.id}`, { status: "draft", title: "Hidden now" });
    const seen = await get(copy._id, ben);
    expect(seen.originalStoryId).toBeNull();
    expect(seen.originalStoryDeleted).toBe(false);
    // Nor its title as a draft, also when the draft is deleted; published again, it is told.
    const secret = () => expect(JSON.stringify(seenBy)).not.toContain("Hidden now");
    let seenBy = seen;
    secret();
    const change = (body: object) => ada.put(`/stories/${story.id}`, body);
    await change({ status: "published", title: "Out again" });
    await change({ status: "draft" });
    await change({ title: "Hidden now" });
    await ada.delete(`/stories/${story.id}`);
    seenBy = await get(copy._id, ben);
    secret();
    expect(seenBy.originalStoryTitle).toBe("Out again");
  });

  it("keeps the title and says so when the original is deleted, and counts fewer remixes", async () => {
    const { story } = await makeStory({ author: ada, title: "First of all" });
    const copy = await remix(story.id, ben);
    const second = await remix(copy._id, ben);
    await ada.put(`/stories/${story.id}`, { title: "Renamed" });
    expect((await get(copy._id, ben)).originalStoryId?.title).toBe("Renamed");
    await ada.delete(`/stories/${story.id}`);
    expect(await get(copy._id, ben)).toMatchObject({
      isRemix: true,
      originalStoryId: null,
      originalStoryDeleted: true,
      originalStoryTitle: "Renamed",
      remixCount: 1,
    });
    await ben.delete(`/stories/${second._id}`);
    expect((await get(copy._id, ben)).remixCount).toBe(0);
  });

  it("copies no prompt and no error for strangers", async () => {
    const { story, scenes, mara, lampRoom } = await makeStory({ author: ada, scenes: 2 });
    const said = "what only the author typed";
    for (const [images, of] of [
      [db.characterImage, { characterId: mara.id }],
      [db.locationImage, { locationId: lampRoom.id }],
    ] as const) {
      const data = { ...of, mediaId: (await media()).id, prompt: said };
      await (images as typeof db.characterImage).create({ data: data as never });
    }
    const failure = { status: "failed" as const, errorMessage: said };
    await db.panel.update({
      where: { id: scenes[0]?.panels[1]?.id },
      data: { ...failure, imageMediaId: null, isContentFlag: true, textBubbles: [] },
    });
    await db.scene.update({ where: { id: scenes[0]?.id }, data: failure });
    await db.scene.update({ where: { id: scenes[1]?.id }, data: failure });
    await db.panel.updateMany({
      where: { sceneId: scenes[1]?.id },
      data: { ...failure, imageMediaId: null },
    });
    const all = (id: string) =>
      db.story.findUniqueOrThrow({
        where: { id },
        include: {
          scenes: { include: { panels: true }, orderBy: { sceneNumber: "asc" } },
          characters: { include: { images: true } },
          locations: { include: { images: true } },
        },
      });
    const copy = await all((await remix(story.id, ben))._id);
    expect(copy.scenes.map(({ title }) => title)).toEqual(["Scene 1"]);
    // A panel that its readers do not see is none of theirs to copy.
    expect(copy.scenes[0]?.panels).toHaveLength((scenes[0]?.panels.length ?? 0) - 1);
    expect(copy.scenes[0]?.panels.every(({ imageMediaId }) => imageMediaId)).toBe(true);
    expect(copy.characters.flatMap(({ images }) => images)).toMatchObject([{ prompt: "" }]);
    expect(copy.locations.flatMap(({ images }) => images)).toMatchObject([{ prompt: "" }]);
    expect(JSON.stringify(copy)).not.toMatch(/secret prompt|only the author typed/);
    const own = await all((await remix(story.id, ada))._id);
    expect(own.scenes.map(({ prompt }) => prompt)).toEqual(scenes.map(({ prompt }) => prompt));
    expect(own.scenes.map(({ errorMessage }) => errorMessage)).toEqual([said, said]);
    expect(own.scenes[0]?.panels.map(({ errorMessage }) => errorMessage)).toContain(said);
    expect(own.characters.flatMap(({ images }) => images)).toMatchObject([{ prompt: said }]);
    expect(own.locations.flatMap(({ images }) => images)).toMatchObject([{ prompt: said }]);
  });

  it("is refused where an author has the maximum of stories", async () => {
    const { story } = await makeStory({ author: ada });
    const full = await person("full");
    await db.story.createMany({
      data: Array.from({ length: 1000 }, (_, n) => ({
        authorId: full.id,
        title: `Story ${n}`,
        description: "One of many.",
      })),
    });
    const params = { storyId: story.id };
    const whole = await full.post(`/stories/${params.storyId}/remix`);
    const scene = await call("POST", "/stories/{storyId}/remix-scene/{scene}", {
      as: full,
      params: { ...params, scene: "1" },
    });
    expect([whole.status, scene.status]).toEqual([409, 409]);
    expect(await db.story.count({ where: { authorId: full.id } })).toBe(1000);
  });

  it("survives the deletion of an account with a chain of own remixes", async () => {
    const gone = await person("gone");
    const { story } = await makeStory({ author: gone });
    const own = await remix(story.id, gone);
    await remix(own._id, gone);
    const kept = await remix(story.id, ben);
    await db.user.delete({ where: { id: gone.id } });
    expect(await db.story.count({ where: { authorId: gone.id } })).toBe(0);
    expect(await get(kept._id, ben)).toMatchObject({
      originalStoryId: null,
      originalStoryDeleted: true,
      originalStoryTitle: story.title,
    });
    const [feed] = await db.$queryRaw<{ total: number; rows: number }[]>`
      SELECT (SELECT count FROM total WHERE key = 'feed') AS total,
        (SELECT count(*)::int FROM story WHERE status = 'published') AS rows`;
    expect(feed?.total).toBe(feed?.rows);
  });
});

describe("remixing a scene", () => {
  const remixScene = (storyId: string, scene: string) =>
    ben.post(`/stories/${storyId}/remix-scene/${scene}`);

  it("accepts a number or an id and copies only the entities that appear in it", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 3 });
    for (const scene of ["2", scenes[1]?.id ?? ""]) {
      const { status, body } = await remixScene(story.id, scene);
      expect(status).toBe(201);
      expect(body.data.scenes).toMatchObject([{ sceneNumber: 1, title: "Scene 2" }]);
      expect(body.data.characters).toMatchObject([{ name: "Mara" }]);
      expect(body.data.locations).toMatchObject([{ name: "Lamp room" }]);
      expect(body.data.originalStoryId._id).toBe(story.id);
      expect(body.data.previewImage).toBe(body.data.scenes[0].panels[0].imageUrl);
    }
  });

  it("returns 404 for an unknown scene", async () => {
    const { story } = await makeStory({ author: ada });
    expect((await remixScene(story.id, "9")).status).toBe(404);
    expect((await remixScene(story.id, "0")).status).toBe(404);
    expect((await remixScene(story.id, "x")).status).toBe(404);
  });
});
