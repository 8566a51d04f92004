import { beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "@/lib/accounts/profile-service";
import type { CastLink } from "@/lib/library/schema";
import { storePicture } from "@/lib/media/service";
import { sweepMedia } from "@/lib/media/sweep-service";
import { hashPassword } from "@/lib/platform/auth/password";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { pictureOf } from "../generation/support";
import { entityData, makeStory, media, type Person, person, unknownId } from "../http/harness";
import { dressedMara } from "./dressed-mara";

let ada: Person;
beforeEach(async () => {
  ada = await person("ada");
});

const dataOf = async (call: Promise<{ status: number; text: string; body: { data: unknown } }>) => {
  const { status, text, body } = await call;
  expect(status, text).toBeLessThan(300);
  // biome-ignore lint/suspicious/noExplicitAny: judged by the assertions
  return body.data as any;
};
const save = (entityId: string, kind = "character") =>
  dataOf(ada.post("/library", { kind, entityId }));
const take = (storyId: string, ...entryIds: string[]) =>
  dataOf(ada.post(`/stories/${storyId}/cast`, { entryIds }));
const links = (storyId: string): Promise<CastLink[]> => dataOf(ada.get(`/stories/${storyId}/cast`));
const sync = async (
  storyId: string,
  fields: { take?: string[]; give?: string[] } = {},
): Promise<CastLink[]> => {
  const [link] = await links(storyId);
  const { kind, entityId, entryVersion, version } = link ?? {};
  const body = { kind, entityId, entryVersion, version, ...fields };
  return dataOf(ada.put(`/stories/${storyId}/cast`, body));
};

const sheetOf = (where: { id?: string; storyId?: string; libraryId?: string; name?: string }) =>
  db.character.findFirstOrThrow({
    where,
    include: {
      images: true,
      outfits: true,
      references: { include: { outfit: true }, orderBy: { createdAt: "asc" } },
    },
  });

/** Two stories with a copy of one entry. */
async function sharedMara() {
  const made = await dressedMara(ada, media);
  const entry = await save(made.mara.id);
  const { story: other } = await makeStory({ author: ada, status: "draft" });
  await db.character.deleteMany({ where: { storyId: other.id, name: "Mara" } });
  await take(other.id, entry._id);
  const copy = await sheetOf({ storyId: other.id, libraryId: entry._id });
  return { ...made, entry, other, copy };
}

describe("a cast of one's own", () => {
  it("takes a character of one story into another with its looks, outfits and pictures", async () => {
    const { mara, copy, entry, portrait, face, coat } = await sharedMara();
    expect(entry).toMatchObject({ kind: "character", name: "Mara", primaryImageUrl: portrait.url });
    expect(new Set(entry.imageUrls)).toEqual(new Set([portrait.url, face.url, coat.url]));
    const { seed, description, imagePrompt } = mara;
    expect(copy).toMatchObject({
      name: "Mara",
      seed,
      description,
      imagePrompt,
      primaryMediaId: portrait.id,
      loraName: "mara-v2",
      loraWeight: 0.8,
      libraryVersion: 1,
      images: [{ mediaId: portrait.id }],
      outfits: [{ name: "Raincoat", description: "Yellow oilskin" }],
    });
    expect(copy.references.map((one) => [one.role, one.label, one.outfit?.name])).toEqual(
      expect.arrayContaining([
        ["face", "laughing", undefined],
        ["outfit", "", "Raincoat"],
      ]),
    );
    const { entries } = await dataOf(ada.get("/library?q=mara&kind=character"));
    expect(entries).toMatchObject([{ _id: entry._id, storyCount: 2 }]);
  });

  it("takes a location with its views", async () => {
    const { lampRoom } = await makeStory({ author: ada });
    const night = await media();
    const view = { role: "place" as const, label: "by night", mediaId: night.id };
    await db.referencePicture.create({ data: { ...view, locationId: lampRoom.id } });
    const entry = await save(lampRoom.id, "location");
    const other = await db.story.create({
      data: { authorId: ada.id, title: "Other", description: "Another story of hers." },
    });
    const { locations } = await take(other.id, entry._id);
    expect(locations).toMatchObject([{ name: "Lamp room" }]);
    const references = await db.referencePicture.findMany({
      where: { locationId: locations[0]._id },
    });
    expect(references).toMatchObject([view]);
  });

  it("skips what a story has already, and says why", async () => {
    const { entry, other, story } = await sharedMara();
    const unused = await db.character.findFirstOrThrow({
      where: { storyId: story.id, name: "Nobody yet" },
    });
    const second = await save(unused.id);
    const answer = await take(other.id, entry._id, second._id);
    expect(answer.characters).toEqual([]);
    expect(answer.skipped).toEqual([
      { name: "Mara", reason: "Mara is in this story already." },
      {
        name: "Nobody yet",
        reason: "This story already has a character named Nobody yet. Please choose another name.",
      },
    ]);
  });

  it("takes over what has changed, and keeps what was written in the story", async () => {
    const { entry, other, copy } = await sharedMara();
    const title = "Of this story alone";
    await db.character.update({ where: { id: copy.id }, data: { title } });
    const face = await media();
    await ada.put(`/library/${entry._id}`, { description: "She is grey by now.", title: "Keeper" });
    await db.libraryPicture.create({
      data: { entryId: entry._id, role: "face", mediaId: face.id },
    });
    const [link] = await links(other.id);
    expect(link).toMatchObject({ isOwn: true, hasNews: true });
    const where = link?.changes.map(({ field, changedIn }) => [field, changedIn]);
    const picture = `picture:face::${face.url}`;
    expect(where?.sort()).toEqual([
      ["description", "library"],
      [picture, "library"],
      ["title", "both"],
    ]);
    const [after] = await sync(other.id, { take: ["description", picture] });
    expect(after).toMatchObject({
      hasNews: false,
      changes: [{ field: "title", library: "Keeper", story: title, changedIn: "story" }],
    });
    const now = await sheetOf({ id: copy.id });
    expect(now).toMatchObject({ title, description: "She is grey by now.", version: 2 });
    expect(now.references.map(({ mediaId }) => mediaId)).toContain(face.id);
  });

  it("gives changes of a story back, and they are news in the other stories", async () => {
    const { entry, story, other, copy } = await sharedMara();
    await db.outfit.create({
      data: { characterId: copy.id, name: "Ball gown", description: "Green silk" },
    });
    await db.character.update({ where: { id: copy.id }, data: { name: "Marama", title: "Diver" } });
    const [after] = await sync(other.id, { give: ["name", "outfit:Ball gown"] });
    expect(after).toMatchObject({ hasNews: false, changes: [{ field: "title" }] });
    const saved = await dataOf(ada.get(`/library/${entry._id}`));
    expect(saved).toMatchObject({ name: "Marama", title: "" });
    expect(saved.outfits.map(({ name }: { name: string }) => name)).toEqual([
      "Raincoat",
      "Ball gown",
    ]);
    expect(await links(story.id)).toMatchObject([{ hasNews: true }]);
    const [taken] = await sync(story.id, { take: ["name", "outfit:Ball gown"] });
    expect(taken).toMatchObject({ hasNews: false, changes: [] });
    const mara = await sheetOf({ storyId: story.id, libraryId: entry._id });
    expect(mara).toMatchObject({ name: "Marama", formerNames: ["Mara"] });
    expect(mara.outfits).toHaveLength(2);
  });

  it("stays quiet about changes that were ignored, and offers them on request", async () => {
    const { entry, other, copy } = await sharedMara();
    await ada.put(`/library/${entry._id}`, { title: "Keeper" });
    const [ignored] = await sync(other.id);
    expect(ignored).toMatchObject({ hasNews: false, changes: [{ field: "title", story: "" }] });
    expect(await sheetOf({ id: copy.id })).toMatchObject({ title: "", version: 1 });
    await ada.put(`/library/${entry._id}`, { description: "She is grey by now." });
    expect(await links(other.id)).toMatchObject([{ hasNews: true }]);
  });

  it("refuses a comparison that is no longer current", async () => {
    const { entry, other, copy } = await sharedMara();
    await ada.put(`/library/${entry._id}`, { title: "Keeper" });
    const answer = await ada.put(`/stories/${other.id}/cast`, {
      kind: "character",
      entityId: copy.id,
      take: ["title"],
      entryVersion: 1,
      version: 1,
    });
    expect(answer.body).toMatchObject({ error: { code: "stale_version" } });
  });

  it("merges two entries: pictures and outfits come together, copies of both follow", async () => {
    const { entry, other, story, coat } = await sharedMara();
    const unused = await db.character.findFirstOrThrow({
      where: { storyId: story.id, name: "Nobody yet" },
    });
    const second = await save(unused.id);
    const merged = await dataOf(ada.post(`/library/${entry._id}/merge`, { into: second._id }));
    expect(merged).toMatchObject({ name: "Nobody yet", outfits: [{ name: "Raincoat" }] });
    expect(merged.imageUrls).toContain(coat.url);
    expect((await links(other.id))[0]).toMatchObject({ entryId: second._id, hasNews: true });
    expect((await ada.get(`/library/${entry._id}`)).status).toBe(404);
    const { entries, names } = await dataOf(ada.get("/library"));
    expect([entries.length, names.length]).toEqual([1, 1]);
  });

  it("takes over and gives back in one go", async () => {
    const { entry, other, copy } = await sharedMara();
    await ada.put(`/library/${entry._id}`, { title: "Keeper", description: "She is grey by now." });
    await ada.put(`/characters/${copy.id}`, { imagePrompt: "A woman in a grey coat" });
    const [after] = await sync(other.id, { take: ["title"], give: ["imagePrompt"] });
    expect(after).toMatchObject({ hasNews: false, changes: [{ field: "description" }] });
    expect(await sheetOf({ id: copy.id })).toMatchObject({ title: "Keeper" });
    const saved = await dataOf(ada.get(`/library/${entry._id}`));
    expect(saved).toMatchObject({ title: "Keeper", imagePrompt: "A woman in a grey coat" });
  });

  it("begins without a story, with an own upload as portrait, and goes into one", async () => {
    const [own, foreign] = [await media({ uploaderId: ada.id }), await media()];
    const { seed: _, ...fields } = entityData("Brigid");
    const add = (primaryImageUrl: string) =>
      ada.post("/library", { kind: "character", ...fields, primaryImageUrl });
    expect((await add(foreign.url)).body.errors).toMatchObject([{ field: "primaryImageUrl" }]);
    const entry = await dataOf(add(own.url));
    expect(entry).toMatchObject({ name: "Brigid", primaryImageUrl: own.url, storyCount: 0 });
    const { story } = await makeStory({ author: ada });
    const { characters } = await take(story.id, entry._id);
    expect(characters).toMatchObject([{ name: "Brigid", primaryImageUrl: own.url }]);
    const second = await media({ uploaderId: ada.id });
    const change = { primaryImageUrl: second.url, lora: "brigid_v1:0.5" };
    const changed = await dataOf(ada.put(`/library/${entry._id}`, change));
    expect(changed).toMatchObject({ ...change, imageUrls: [second.url, own.url] });
    const refused = await ada.put(`/library/${entry._id}`, { title: "Baker", version: 1 });
    expect(refused.body).toMatchObject({ error: { code: "stale_version" }, data: changed });
  });

  it("has one entry of what two tabs save at once, and no LoRA for a place", async () => {
    const { story } = await makeStory({ author: ada });
    const data = { ...entityData("Harbour"), storyId: story.id };
    const { id: entityId } = await db.location.create({ data });
    const request = { kind: "location", entityId };
    const answers = await Promise.all([
      ada.post("/library", request),
      ada.post("/library", request),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const entry = answers.find(({ status }) => status === 201)?.body.data;
    const refused = await ada.put(`/library/${entry._id}`, { lora: "harbour_v1:0.5" });
    expect(refused.body.errors).toMatchObject([{ field: "lora" }]);
  });

  it("forgets an entry, and stories keep their copies", async () => {
    const { entry, other, copy } = await sharedMara();
    expect((await ada.delete(`/library/${entry._id}`)).status).toBe(200);
    expect(await links(other.id)).toEqual([]);
    expect(await sheetOf({ id: copy.id })).toMatchObject({ name: "Mara", libraryId: null });
  });

  it("is nobody else's: entries are not found, and cannot be taken", async () => {
    const { entry } = await sharedMara();
    const ben = await person("ben");
    const { story } = await makeStory({ author: ben });
    const answers = [
      await ben.get(`/library/${entry._id}`),
      await ben.put(`/library/${entry._id}`, { title: "Mine" }),
      await ben.delete(`/library/${entry._id}`),
      await ben.post(`/stories/${story.id}/cast`, { entryIds: [entry._id] }),
      await ben.post(`/stories/${story.id}/cast`, { entryIds: [unknownId] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await ben.get("/library")).body.data).toMatchObject({ entries: [], names: [] });
  });

  it("has a limit that says what to do", async () => {
    const { mara } = await makeStory({ author: ada });
    const entry = { ownerId: ada.id, kind: "character" as const, ...entityData("Extra") };
    await db.libraryEntry.createMany({ data: Array.from({ length: 500 }, () => entry) });
    const { status, body } = await ada.post("/library", { kind: "character", entityId: mara.id });
    expect([status, body.message]).toEqual([
      409,
      "Your cast holds at most 500 entries. Please delete or merge some first.",
    ]);
  });

  it("keeps its pictures when their stories are deleted, and goes with the account", async () => {
    ada = await person("ada", { passwordHash: await hashPassword("Secret1pass") });
    const pictures: { id: string; key: string }[] = [];
    const { story, mara } = await dressedMara(ada, async () => {
      const made = await storePicture(await pictureOf(crypto.randomUUID()), { origin: "model" });
      const { sha256, extension } = await db.mediaObject.findUniqueOrThrow({
        where: { id: made.id },
      });
      pictures.push({ id: made.id, key: `${sha256}.${extension}` });
      return made;
    });
    const entry = await save(mara.id);
    await sweepMedia(0);
    const sheets = { where: { character: { storyId: story.id } } };
    expect([await db.referencePicture.count(sheets), await db.outfit.count(sheets)]).toEqual([
      2, 1,
    ]);
    expect((await ada.delete(`/stories/${story.id}`)).status).toBe(200);
    expect([await db.referencePicture.count(sheets), await db.outfit.count(sheets)]).toEqual([
      0, 0,
    ]);
    await sweepMedia(0);
    for (const { key } of pictures) expect(await storage().get(key)).not.toBeNull();
    await deleteAccount(ada.viewer, "Secret1pass");
    expect(await db.libraryEntry.count({ where: { id: entry._id } })).toBe(0);
    for (const { id, key } of pictures) {
      expect(await db.mediaObject.count({ where: { id } })).toBe(0);
      expect(await storage().get(key)).toBeNull();
    }
  });

  it.each([
    { allowRemix: true, outfits: 1, references: 2 },
    { allowRemix: false, outfits: 0, references: 0 },
  ])("goes along with a remix by another where allowed: $allowRemix", async (row) => {
    const { allowRemix, outfits, references } = row;
    const { entry, story } = await sharedMara();
    await ada.put(`/library/${entry._id}`, { allowRemix });
    const ben = await person("ben");
    const remix = (await ben.post(`/stories/${story.id}/remix`)).body.data;
    const copy = await sheetOf({ storyId: remix._id, name: "Mara" });
    expect(copy.libraryId).toBe(allowRemix ? entry._id : null);
    expect([copy.outfits.length, copy.references.length]).toEqual([outfits, references]);
    const [link] = (await ben.get(`/stories/${remix._id}/cast`)).body.data;
    expect(link?.isOwn).toBe(allowRemix ? false : undefined);
  });
});
