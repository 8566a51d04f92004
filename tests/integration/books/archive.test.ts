import { describe, expect, it } from "vitest";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { readZip } from "@/tests/support/books/zip";
import { person } from "../http/harness";
import {
  archived,
  archiveOf,
  documentOf,
  filesOf,
  importArchive,
  paintedStory,
  sendArchive,
  zipOf,
} from "./support";

const ada = await person("ada");
const bob = await person("bob");

describe("a story comes back from its archive", () => {
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
    const { storyId, ...small } = await archived(ada);
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
    before.scenes[0].panels[0].outfits = { [key]: "nothing", c999: null };
    const odd = zipOf({ ...filesOf(archive), "story.json": JSON.stringify(document) });
    const { body } = await sendArchive(await odd, bob);
    const owner = { storyId: body.data.storyId };
    expect(await db.referencePicture.count({ where: { character: owner } })).toBe(0);
    expect(await db.panel.findFirst({ where: { scene: owner } })).toMatchObject({ outfits: {} });
    expect(small.document.story.characters[0]).not.toHaveProperty("outfits");
  });

  it("imports its pictures into a site that lacks them, under the same names", async () => {
    const storyId = await paintedStory(ada);
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
    for (const { isGenerated, width, placeholder } of await db.mediaObject.findMany({ where }))
      expect(isGenerated && width && placeholder).toBeTruthy();
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
