import { beforeEach, describe, expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { createDemoWriter } from "@/lib/demo-studio/writer";
import { db } from "@/lib/platform/db";
import type { ReferencePicture } from "@/lib/world/references/schema";
import { entityKinds } from "@/lib/world/schema";
import { forgetEvents, pictureOf, playEvents, TestPainter } from "../generation/support";
import { makeStory, media, type Person, person, unknownId } from "../http/harness";

let ada: Person;
let eve: Person;
let painter: TestPainter;
beforeEach(async () => {
  await forgetEvents();
  let painted = 0;
  painter = new TestPainter(async () => ({ bytes: await pictureOf(`${++painted}`.repeat(5)) }));
  overrideProviders({ writer: createDemoWriter({ durationMs: 0 }), painter });
  ada = await person("ada");
  eve = await person("eve");
});

const shown = (pictures: ReferencePicture[]) =>
  pictures.map(({ role, label }) => [role, label].filter(Boolean).join(" "));

/** A story of Ada's whose sheets have a portrait, painted here. */
async function setUp(kind: "character" | "location" = "character") {
  const { story, mara, unused, lampRoom, scenes } = await makeStory({ author: ada });
  const { id } = kind === "character" ? mara : lampRoom;
  await ada.post(`/ai/generate-${kind}-image`, { [`${kind}Id`]: id });
  await playEvents();
  const sheet = `/${kind}s/${id}`;
  const draw = (more: object = {}) =>
    ada.post("/ai/generate-references", { kind, entityId: id, ...more });
  const read = async () => (await ada.get(`${sheet}/references`)).body.data;
  return { story, unused, scenes, mara, id, sheet, draw, read };
}

describe.each(entityKinds)("the sheet of a %s", (kind) => {
  it("is drawn in one go from the portrait, each picture once", async () => {
    const { draw, read, id } = await setUp(kind);
    const before = painter.requests.length;
    const answers = await Promise.all([draw(), draw()]);
    const [first, second] = answers.map(({ status, body }) => ({ status, ...body.data }));
    expect(first).toEqual(second);
    expect(first?.status).toBe(202);
    await playEvents();
    const { pictures } = await read();
    const expected = {
      character: ["figure full figure", "view from behind", "expression laughing"],
      location: ["place by day", "place by night", "place from the other side"],
    }[kind];
    expect(shown(pictures).sort()).toEqual(expect.arrayContaining(expected));
    expect(pictures).toHaveLength(first?.jobIds.length ?? 0);
    expect(pictures.every((one: ReferencePicture) => one.isDrawn)).toBe(true);
    const requests = painter.requests.slice(before);
    expect(requests).toHaveLength(pictures.length);
    const [role, subject] = kind === "character" ? ["face", "figures"] : ["place", "location"];
    for (const request of requests) {
      expect(request).toMatchObject({ kind: "reference", references: [{ role }] });
      expect(request.references?.[0]?.bytes.length).toBeGreaterThan(0);
      expect(request).toHaveProperty(subject);
    }
    // The portrait stays what it was, and nothing is missing now.
    const jobs = await db.job.count({ where: { [`${kind}Id`]: id, kind: `${kind}_image` } });
    expect(jobs).toBe(1);
    const again = await draw();
    expect([again.status, again.body.message]).toEqual([
      409,
      "No picture of this sheet is missing. Delete one to redraw it.",
    ]);
    const deleted = await ada.delete(
      `/${kind}s/${id}/references/${pictures.at(-1)?._id ?? unknownId}`,
    );
    expect(deleted.body.data.pictures).toHaveLength(pictures.length - 1);
    expect((await draw()).body.data.jobIds).toHaveLength(1);
  });

  it("needs a portrait, and lets it be drawn beside", async () => {
    const { story, unused, draw, id } = await setUp(kind);
    const { status, body } = await ada.post("/ai/generate-references", {
      kind: "character",
      entityId: unused.id,
    });
    expect([status, body.message]).toEqual([
      409,
      `${unused.name} has no picture yet. Generate or upload one first: the others are drawn from it.`,
    ]);
    await draw();
    const open = await ada.get(`/stories/${story.id}/jobs`);
    expect(open.body.data[0]).toMatchObject({ entityId: id, work: "regenerate" });
    expect(open.body.data[0].reference.role).toBe(kind === "character" ? "figure" : "place");
    const portrait = await ada.post(`/ai/generate-${kind}-image`, { [`${kind}Id`]: id });
    expect(portrait.status).toBe(202);
  });

  it("takes uploads and pictures of the story, and refuses everything else", async () => {
    const { sheet, scenes, read } = await setUp(kind);
    const role = kind === "character" ? "view" : "place";
    const add = (body: object, as = ada) =>
      as.post(`${sheet}/references`, { role, label: "from above", ...body });
    const own = await media({ uploaderId: ada.id });
    expect((await add({ imageUrl: own.url })).status).toBe(201);
    const panel = await db.panel.findUniqueOrThrow({
      where: { id: scenes[0]?.panels[0]?.id ?? "" },
      include: { image: true },
    });
    const ofPanel = `/media/${panel.image?.sha256}.webp`;
    expect((await add({ imageUrl: ofPanel, label: "" })).body.data.pictures).toHaveLength(2);
    const foreign = await media({ uploaderId: eve.id });
    const refused: [object, number, string][] = [
      [
        { imageUrl: foreign.url },
        400,
        "Please choose a picture of this story, or upload one first.",
      ],
      [
        { imageUrl: "https://elsewhere.test/a.png" },
        400,
        "Please use a picture from this site: upload it first",
      ],
      [{ imageUrl: own.url, label: "x".repeat(81) }, 400, "A label must be at most 80 characters"],
      [
        { imageUrl: own.url, role: kind === "character" ? "place" : "face" },
        400,
        `A picture of a ${kind} has one of the roles `,
      ],
      [
        { imageUrl: own.url, outfitId: unknownId },
        400,
        "Send an outfit together with the role outfit.",
      ],
    ];
    for (const [body, status, message] of refused) {
      const answer = await add(body);
      expect([answer.status, answer.body.message]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    }
    expect((await add({ imageUrl: own.url }, eve)).status).toBe(403);
    expect((await eve.get(`${sheet}/references`)).status).toBe(403);
    const { pictures } = await read();
    expect(pictures).toHaveLength(2);
    const [picture] = pictures;
    const other = await setUp(kind);
    expect((await ada.delete(`${other.sheet}/references/${picture._id}`)).status).toBe(404);
    expect((await read()).pictures).toHaveLength(2);
  });

  it("holds 24 pictures, those included that are being drawn", async () => {
    const { sheet, draw, id } = await setUp(kind);
    const { url, id: mediaId } = await media({ uploaderId: ada.id });
    const role = kind === "character" ? ("face" as const) : ("place" as const);
    await db.referencePicture.createMany({
      data: Array.from({ length: 21 }, (_, at) => ({
        [`${kind}Id`]: id,
        role,
        label: `${at}`,
        mediaId,
      })),
    });
    const full = "A sheet holds at most 24 pictures. Please delete some of them first.";
    const answer = await draw();
    if (kind === "character") expect([answer.status, answer.body.message]).toEqual([409, full]);
    else expect(answer.status).toBe(202);
    if (kind === "character")
      await db.referencePicture.createMany({
        data: [1, 2, 3].map(() => ({ characterId: id, role, mediaId })),
      });
    const refused = await ada.post(`${sheet}/references`, { imageUrl: url, role });
    expect([refused.status, refused.body.message]).toEqual([409, full]);
  });
});

describe("outfits", () => {
  it("are added, described, drawn, worn from a panel on, and deleted", async () => {
    const { sheet, draw, read, mara, scenes, unused } = await setUp();
    const added = await ada.post(`${sheet}/outfits`, { name: " Raincoat ", description: "yellow" });
    const [raincoat] = added.body.data.outfits;
    expect(raincoat).toMatchObject({ name: "Raincoat", description: "yellow", version: 1 });
    const twice = await ada.post(`${sheet}/outfits`, { name: "RAINCOAT" });
    expect([twice.status, twice.body.message]).toEqual([
      409,
      "This character already has an outfit named Raincoat. Please choose another name.",
    ]);
    const address = `${sheet}/outfits/${raincoat._id}`;
    const changed = await ada.put(address, { description: "yellow, to the knees", version: 1 });
    expect(changed.body.data.outfits[0]).toMatchObject({ version: 2 });
    expect((await ada.put(address, { name: "Coat", version: 1 })).body.error.code).toBe(
      "stale_version",
    );
    await draw({ outfitId: raincoat._id });
    await playEvents();
    expect(painter.requests.at(-1)?.prompt).toContain("wearing Raincoat (yellow, to the knees)");
    expect((await read()).pictures).toMatchObject([{ role: "outfit", outfitId: raincoat._id }]);

    const [scene] = scenes;
    const panel = (number: number) => `/scenes/${scene?.id}/panels/${number}`;
    const wear = (number: number, outfitId: string | null, characterId = mara.id) =>
      ada.put(panel(number), { outfits: [{ characterId, outfitId }] });
    const worn = async (number: number) => (await ada.get(`${panel(number)}/outfits`)).body.data[0];
    const since = { sceneNumber: 1, panelNumber: 1 };
    expect(await worn(2)).toMatchObject({ name: "Mara", outfitId: null, since: null });
    expect((await wear(1, raincoat._id)).status).toBe(200);
    expect(await worn(2)).toMatchObject({ outfitId: raincoat._id, since });
    // What is worn anyway is no change.
    await wear(2, raincoat._id);
    expect((await worn(2)).since).toEqual(since);
    await wear(2, null);
    expect(await worn(2)).toMatchObject({ outfitId: null, since: { panelNumber: 2 } });
    for (const [outfitId, characterId] of [
      [raincoat._id, unused.id],
      [null, unknownId],
      [unknownId, mara.id],
    ]) {
      const refused = await wear(1, outfitId, characterId);
      expect([refused.status, refused.body.message]).toEqual([
        400,
        "Please choose an outfit that this character has.",
      ]);
    }
    expect((await ada.delete(`/characters/${unused.id}/outfits/${raincoat._id}`)).status).toBe(404);
    const deleted = await ada.delete(address);
    expect(deleted.body.data).toMatchObject({ outfits: [], pictures: [] });
    expect(await worn(1)).toMatchObject({ outfitId: null, since: null, outfits: [] });
  });

  it("are at most twelve, and one deleted meanwhile keeps no picture", async () => {
    const { sheet, draw, read, id } = await setUp();
    for (let number = 1; number <= 12; number += 1)
      await ada.post(`${sheet}/outfits`, { name: `Outfit ${number}` });
    const { status, body } = await ada.post(`${sheet}/outfits`, { name: "One more" });
    expect([status, body.message]).toEqual([
      409,
      "A character has at most 12 outfits. Delete one first.",
    ]);
    const [first] = (await read()).outfits;
    await draw({ outfitId: first._id });
    await ada.delete(`${sheet}/outfits/${first._id}`);
    await playEvents();
    expect((await read()).pictures).toEqual([]);
    const jobs = await db.job.findMany({ where: { characterId: id, kind: "image" } });
    expect(jobs.map(({ status }) => status)).toEqual(["completed"]);
  });
});

describe("a character's LoRA", () => {
  it("is saved with its weight, and goes to the painter", async () => {
    const { draw, sheet } = await setUp();
    const set = (lora: string) => ada.put(sheet, { lora });
    expect((await set("mara-v2: 0,8")).body.data.lora).toBe("mara-v2:0.8");
    await draw();
    await playEvents();
    expect(painter.requests.at(-1)?.figures[0]?.lora).toEqual({ name: "mara-v2", weight: 0.8 });
    for (const wrong of ["mara-v2:3", "mara-v2:", ":0.8", "mara-v2:much"]) {
      const { status, body } = await set(wrong);
      expect([wrong, status, body.message]).toEqual([
        wrong,
        400,
        expect.stringMatching(/^Please write a name, and after a colon a weight/),
      ]);
    }
    expect((await set("mara-v2")).body.data.lora).toBe("mara-v2:1");
    expect((await set("")).body.data.lora).toBe("");
  });
});

describe("a story's style", () => {
  it("is a picture of the story or an upload, which its author alone sees", async () => {
    const { story } = await setUp();
    const address = `/stories/${story.id}`;
    const own = await media({ uploaderId: ada.id });
    const set = (body: object) => ada.put(address, body);
    const saved = await set({ styleImageUrl: own.url, continuesPanels: false });
    expect(saved.body.data).toMatchObject({ styleImageUrl: own.url, continuesPanels: false });
    expect((await eve.get(address)).body.data.styleImageUrl).toBeNull();
    const foreign = await media({ uploaderId: eve.id });
    const refused = await set({ styleImageUrl: foreign.url });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "Please choose a picture of this story, or upload one first.",
    ]);
    expect((await set({ styleImageUrl: null })).body.data.styleImageUrl).toBeNull();
  });
});
