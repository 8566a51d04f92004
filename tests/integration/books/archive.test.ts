import { describe, expect, it } from "vitest";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import { mediaVariant } from "@/lib/media/schema";
import { prepareVariants, storePicture } from "@/lib/media/service";
import { storeVideo } from "@/lib/media/video-service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { readZip } from "@/tests/support/books/zip";
import { readCredentials } from "@/tests/support/credentials/read";
import { noisePicture } from "@/tests/support/noise-picture";
import { videoOf } from "../generation/support";
import { person } from "../http/harness";
import {
  archived,
  archiveOf,
  documentOf,
  filesOf,
  importArchive,
  paintedStory,
  sendArchive,
  small,
  zipOf,
} from "./support";

const ada = await person("ada");
const bob = await person("bob");

/**
 * Columns that a copy has for itself, or that decision 33 leaves out; an archive contains every
 * other one.
 */
const entityColumns = "id storyId libraryId libraryVersion libraryBase version createdAt updatedAt";
const ownColumns = {
  story:
    "id authorId status publishedAt hiddenAt decidedWithId publishedBefore madeByHand ratingBefore coverPanelId originalStoryId originalStoryDeleted version createdAt updatedAt",
  character: entityColumns,
  location: entityColumns,
  characterImage: "id characterId jobId",
  locationImage: "id locationId jobId",
  outfit: "id characterId version createdAt updatedAt",
  referencePicture: "id characterId locationId outfitId jobId",
  scene: "id storyId generation errorMessage version createdAt updatedAt",
  panel:
    "id sceneId removedFromId characterIds locationId outfits errorMessage isContentFlag version createdAt updatedAt",
  take: "id panelId madeWith check jobId generation",
};
type Rows = Record<keyof typeof ownColumns, Record<string, unknown>[]>;

async function rowsOf(storyId: string): Promise<Rows> {
  const orderBy = [{ createdAt: "asc" as const }, { id: "asc" as const }];
  const character = { storyId };
  const scene = { storyId };
  const all: Rows = {
    story: await db.story.findMany({ where: { id: storyId } }),
    character: await db.character.findMany({ where: character, orderBy }),
    location: await db.location.findMany({ where: { storyId }, orderBy }),
    characterImage: await db.characterImage.findMany({ where: { character } }),
    locationImage: await db.locationImage.findMany({ where: { location: { storyId } } }),
    outfit: await db.outfit.findMany({ where: { character } }),
    referencePicture: await db.referencePicture.findMany({ where: { character } }),
    scene: await db.scene.findMany({ where: scene }),
    panel: await db.panel.findMany({ where: { scene } }),
    take: await db.take.findMany({ where: { panel: { scene } } }),
  };
  for (const [table, own] of Object.entries(ownColumns))
    for (const row of all[table as keyof Rows]) for (const name of own.split(" ")) delete row[name];
  return all;
}

/** The columns that hold nothing but their default, of which a comparison shows nothing. */
async function defaultColumns(rows: Rows): Promise<string[]> {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const columns = await db.$queryRaw<{ place: string; value: string | null }[]>`
    SELECT table_name || '.' || column_name AS place, column_default AS value
    FROM information_schema.columns`;
  const defaults = new Map(
    columns.map(({ place, value }) => [place, value?.replace(/^'(.*)'::.*$/, "$1")]),
  );
  const words = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.entries(rows).flatMap(([table, [first, ...others]]) =>
    Object.keys(first ?? {}).flatMap((name) => {
      const place = `${snake(table)}.${snake(name)}`;
      const isDefault = (row: Record<string, unknown> = {}) =>
        row[name] === null || words(row[name]) === defaults.get(place);
      return [first, ...others].every(isDefault) ? [place] : [];
    }),
  );
}

/** A story with a value in each column. */
async function completeStory() {
  const storyId = await paintedStory(ada, small);
  const { id: characterId } = await db.character.findFirstOrThrow({ where: { storyId } });
  const { id: locationId } = await db.location.findFirstOrThrow({ where: { storyId } });
  const { mediaId } = await db.take.findFirstOrThrow({ where: { panel: { scene: { storyId } } } });
  const { id: videoMediaId } = await storeVideo((await videoOf()).bytes);
  const outfit = { characterId, name: "raincoat", description: "a yellow oilskin" };
  const { id: outfitId } = await db.outfit.create({ data: outfit });
  const made = { mediaId, prompt: "A lamp", model: "seedream-4" };
  await db.characterImage.create({ data: { ...made, characterId } });
  await db.locationImage.create({ data: { ...made, locationId } });
  await db.referencePicture.create({
    data: { ...made, characterId, role: "outfit", label: "in the rain", outfitId },
  });
  const entity = { formerNames: ["Mira"], title: "Keeper", primaryMediaId: mediaId };
  const lora = { loraName: "mara_v2", loraWeight: 0.8 };
  await db.character.updateMany({ where: { storyId }, data: { ...entity, ...lora } });
  await db.location.updateMany({ where: { storyId }, data: entity });
  const faces = [{ name: "Mara", box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } }];
  const contract = { people: [], place: "tower", light: "dusk", shot: "wide", mustShow: ["lamp"] };
  await db.panel.updateMany({
    where: { scene: { storyId } },
    data: {
      shot: "wide",
      contract,
      faces,
      lines: [{ speaker: "Mara", kind: "speech", text: "Who is there?" }],
      videoMediaId,
      videoPrompt: "Mist",
    },
  });
  const take = { faces, originalMediaId: mediaId };
  await db.take.updateMany({ where: { panel: { scene: { storyId } } }, data: take });
  await db.scene.updateMany({ where: { storyId }, data: { layout: "row-2" } });
  await db.story.update({
    where: { id: storyId },
    data: {
      artStyle: "ink",
      aspectRatio: "square",
      panels: 2,
      defaultPanels: 3,
      imageGenerationModel: "google-nano-banana",
      styleMediaId: mediaId,
      continuesPanels: false,
      pictureCheck: "tell",
      rating: "teen",
      noTraining: true,
      oneLetterSize: false,
      isRemix: true,
      originalStoryTitle: "The First Lamp",
    },
  });
  return storyId;
}

describe("a story comes back from its archive", () => {
  it("has every column of its rows that is not the copy's own", async () => {
    const storyId = await completeStory();
    const copyId = await importArchive(await archiveOf(storyId, ada), bob);
    const before = await rowsOf(storyId);
    expect(await rowsOf(copyId)).toEqual(before);
    expect(await defaultColumns(before)).toEqual([]);
  });

  it("is imported as the same story, field by field, with the same pictures", async () => {
    const storyId = await paintedStory(ada);
    await db.scene.updateMany({
      where: { storyId, sceneNumber: 1 },
      data: { layout: "lead-2", prompt: "A lamp." },
    });
    const settings = { noTraining: true, oneLetterSize: false };
    await db.story.update({ where: { id: storyId }, data: settings });
    await db.character.updateMany({ where: { storyId }, data: { formerNames: ["Mira"] } });
    const archive = await archiveOf(storyId, ada);
    const { status, body } = await sendArchive(archive, bob);
    expect([status, body?.message]).toEqual([201, undefined]);
    expect(body.data).toMatchObject({ title: "The Lamp Room", scenes: 2 });
    const copy = await db.story.findUniqueOrThrow({ where: { id: body.data.storyId } });
    expect(copy).toMatchObject({ authorId: bob.id, status: "draft", ...settings });
    const again = await archiveOf(copy.id, bob);
    expect(documentOf(again).story).toEqual(documentOf(archive).story);
    expect(documentOf(again).story.characters).toMatchObject(
      Array.from({ length: 2 }, () => ({ formerNames: ["Mira"] })),
    );
    expect([...readZip(again).keys()].sort()).toEqual([...readZip(archive).keys()].sort());
  });

  it("has outfits, reference pictures and the style, and refuses roles that do not fit", async () => {
    const { storyId, ...plain } = await archived(ada);
    const character = await db.character.findFirstOrThrow({ where: { storyId } });
    const location = await db.location.findFirstOrThrow({ where: { storyId } });
    const characterId = character.id;
    const outfit = { characterId, name: "raincoat", description: "a yellow oilskin" };
    const { id: outfitId } = await db.outfit.create({ data: outfit });
    const { mediaId } = await db.take.findFirstOrThrow({
      where: { panel: { scene: { storyId } } },
    });
    await db.referencePicture.createMany({
      data: [
        { characterId, role: "expression", label: "laughing", mediaId },
        { characterId, role: "outfit", outfitId, mediaId },
        { locationId: location.id, role: "place", label: "by night", mediaId },
      ],
    });
    await db.story.update({
      where: { id: storyId },
      data: { styleMediaId: mediaId, continuesPanels: false },
    });
    await db.panel.updateMany({
      where: { scene: { storyId } },
      data: { outfits: { [characterId]: outfitId } },
    });
    const archive = await archiveOf(storyId, ada);
    const document = documentOf(archive);
    const before = document.story;
    const key = before.characters.find(({ outfits }: { outfits?: object }) => outfits)?.key;
    expect(before.scenes[0].panels[0].outfits).toEqual({ [key]: "raincoat" });
    expect(before.style).toMatch(/^media/);
    const copyId = await importArchive(archive, bob);
    const again = documentOf(await archiveOf(copyId, bob)).story;
    const bare = (story: typeof before) =>
      JSON.parse(JSON.stringify(story, (name, value) => (name === "model" ? "" : value)));
    expect(bare(again)).toEqual(bare(before));

    // An archive from anywhere: a place among the pictures of a character, an unknown outfit.
    const [sheet] = before.characters.filter((one: { key: string }) => one.key === key);
    sheet.references[0].role = "place";
    sheet.references[1].outfit = "nothing";
    before.scenes[0].panels[0].outfits = {
      ...Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`c${900 + index}`, null])),
      [key]: "nothing",
    };
    const odd = zipOf({ ...filesOf(archive), "story.json": JSON.stringify(document) });
    const { body } = await sendArchive(await odd, bob);
    const owner = { storyId: body.data.storyId };
    expect(await db.referencePicture.count({ where: { character: owner } })).toBe(0);
    expect(await db.panel.findFirst({ where: { scene: owner } })).toMatchObject({ outfits: {} });
    expect(plain.document.story.characters[0]).not.toHaveProperty("outfits");
  });

  it("imports its pictures into a site that lacks them, under the same names", async () => {
    const storyId = await paintedStory(ada);
    const bytes = await noisePicture(700, 900).png().toBuffer();
    const { id: imageMediaId } = await storePicture(bytes, { origin: "model", agent: "Flux" });
    await db.panel.updateMany({
      where: { panelNumber: 2, scene: { storyId, sceneNumber: 1 } },
      data: { imageMediaId },
    });
    const archive = await archiveOf(storyId, ada);
    // As on another site: no row and no object is left of them.
    await db.story.delete({ where: { id: storyId } });
    const hashes = Object.keys(filesOf(archive))
      .filter((name) => name.startsWith("media/"))
      .map((name) => name.slice(6));
    const where = { sha256: { in: hashes.map((name) => name.slice(0, 64)) } };
    await db.mediaObject.deleteMany({ where });
    await storage().delete(hashes);
    const again = await archiveOf(await importArchive(archive, bob), bob);
    expect(documentOf(again).story).toEqual(documentOf(archive).story);
    const imported = await db.mediaObject.findMany({ where });
    for (const { isGenerated, width, placeholder } of imported)
      expect(isGenerated && width && placeholder).toBeTruthy();
    // Their smaller sizes are signed too.
    for (const { id } of imported) await prepareVariants(id);
    const variants = (await db.mediaObject.findMany({ where })).flatMap(({ variants: of }) =>
      mediaVariant.array().parse(of),
    );
    expect(variants.length).toBeGreaterThan(1);
    for (const { key, mediaType } of variants) {
      const stored = await storage().get(key);
      const credentials = await readCredentials(stored?.bytes ?? new Uint8Array(), mediaType);
      expect([credentials?.state, credentials?.actions[0]]).toMatchObject([
        "Valid",
        {
          action: "c2pa.opened",
          digitalSourceType: expect.stringMatching(/trainedAlgorithmicMedia$/),
        },
      ]);
    }
  });

  it("contains a scene that is being regenerated, and names scenes that are left out", async () => {
    const storyId = await paintedStory(ada, { scenes: 2, panels: 1 });
    const generating = (sceneNumber: number) =>
      db.scene.updateMany({ where: { storyId, sceneNumber }, data: { status: "generating" } });
    const newest = {
      where: { storyId, format: "archive" },
      orderBy: { createdAt: "desc" },
    } as const;
    const messageNow = async () => (await db.book.findFirstOrThrow(newest)).message;
    await generating(2);
    expect(documentOf(await archiveOf(storyId, ada)).story.scenes).toHaveLength(2);
    expect(await messageNow()).toBeNull();
    await db.panel.updateMany({
      where: { scene: { storyId, sceneNumber: 2 } },
      data: { imageMediaId: null },
    });
    expect(documentOf(await archiveOf(storyId, ada)).story.scenes).toHaveLength(1);
    expect(await messageNow()).toBe("A scene that was still being made is not in it.");
  });

  it("is imported with failed panels as failed, and empty ones as empty", async () => {
    const storyId = await paintedStory(ada, { scenes: 2, panels: 2 });
    await db.scene.updateMany({
      where: { storyId, sceneNumber: 2 },
      data: { description: "", status: "failed", errorMessage: "Not written." },
    });
    const panelsOf = (sceneNumber: number) => ({ scene: { storyId, sceneNumber } });
    await db.panel.updateMany({
      where: panelsOf(2),
      data: { imageMediaId: null, imagePrompt: "", status: "failed" },
    });
    await db.panel.updateMany({
      where: { ...panelsOf(1), panelNumber: 2 },
      data: { imageMediaId: null, imagePrompt: "" },
    });
    const copy = await importArchive(await archiveOf(storyId, ada), bob);
    const scenes = await db.scene.findMany({
      where: { storyId: copy },
      orderBy: { sceneNumber: "asc" },
      include: { panels: { orderBy: { panelNumber: "asc" } } },
    });
    expect(
      scenes.map(({ status, errorMessage, panels }) => [
        status,
        errorMessage,
        ...panels.map((panel) => panel.status),
      ]),
    ).toEqual([
      ["completed", null, "completed", "completed"],
      ["failed", failureMessages.writing, "failed", "failed"],
    ]);
  });
});
