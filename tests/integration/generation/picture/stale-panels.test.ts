import { beforeEach, describe, expect, it } from "vitest";
import { requestPanel } from "@/lib/generation/picture/request-picture-service";
import { listStalePanels } from "@/lib/generation/picture/stale-panels-queries";
import { db } from "@/lib/platform/db";
import { start } from "../start";
import {
  type Author,
  freshAuthor,
  makeAuthor,
  playEvents,
  provideScript,
  scriptOf,
} from "../support";

let author: Author;
let storyId: string;
let sceneId: string;
let panels: {
  id: string;
  panelNumber: number;
  characterIds: string[];
  locationId: string | null;
}[];

const frame = (characters: string[], imagePrompt: string) => ({
  shot: "wide",
  characters,
  location: "North Pier",
  imagePrompt,
  altText: "The pier.",
  lines: [],
});

beforeEach(async () => {
  author = await freshAuthor();
  provideScript([
    scriptOf(3, {
      panels: [
        frame(["Mara"], "Mara waits on the pier"),
        frame(["Mara", "Old Tom"], "Mara and Old Tom talk on the pier"),
        frame(["Old Tom"], "Old Tom lights a lantern on the pier"),
      ],
    }),
  ]);
  ({ storyId, sceneId } = await start(author, 3));
  await playEvents();
  panels = await db.panel.findMany({ where: { sceneId }, orderBy: { panelNumber: "asc" } });
});

/** Reasons by panel number. */
async function stale() {
  const found = await listStalePanels(author.viewer, storyId);
  return Object.fromEntries(
    found.map(({ panelId, reasons }) => [
      panels.find(({ id }) => id === panelId)?.panelNumber,
      reasons,
    ]),
  );
}

const character = (name: string) =>
  db.character.findFirstOrThrow({ where: { storyId, name }, select: { id: true } });

describe("panels that are out of date", () => {
  it("are none once they are drawn", async () => {
    expect(panels).toHaveLength(3);
    expect(await stale()).toEqual({});
  });

  it("are those of a character that looks different, until it looks as before", async () => {
    const { id } = await character("Old Tom");
    const before = await db.character.findUniqueOrThrow({ where: { id } });
    await db.character.update({ where: { id }, data: { imagePrompt: "Bald, in a red vest" } });
    const reasons = ["Old Tom looks different now"];
    expect(await stale()).toEqual({ 2: reasons, 3: reasons });
    await db.character.update({ where: { id }, data: { imagePrompt: before.imagePrompt } });
    expect(await stale()).toEqual({});
  });

  it("are those from the change of an outfit on", async () => {
    const { id } = await character("Mara");
    const outfit = await db.outfit.create({
      data: { characterId: id, name: "raincoat", description: "A yellow raincoat" },
    });
    const where = { sceneId_panelNumber: { sceneId, panelNumber: 2 } };
    await db.panel.update({ where, data: { outfits: { [id]: outfit.id } } });
    expect(await stale()).toEqual({ 2: ["Mara wears something else now"] });
    await db.panel.update({
      where: { sceneId_panelNumber: { sceneId, panelNumber: 1 } },
      data: { outfits: { [id]: outfit.id } },
    });
    expect(Object.keys(await stale())).toEqual(["1", "2"]);
  });

  it("are all where the style, the model or the location changes", async () => {
    await db.story.update({ where: { id: storyId }, data: { artStyle: "Ink wash" } });
    expect(await stale()).toEqual({
      1: ["The style of the story has changed"],
      2: ["The style of the story has changed"],
      3: ["The style of the story has changed"],
    });
    await db.story.update({ where: { id: storyId }, data: { artStyle: "" } });
    await db.location.updateMany({ where: { storyId }, data: { description: "Burnt down." } });
    expect(Object.values(await stale()).flat()).toEqual(Array(3).fill("North Pier has changed"));
  });

  it("are the one whose description changes, and not once it is drawn again", async () => {
    const where = { sceneId_panelNumber: { sceneId, panelNumber: 3 } };
    await db.panel.update({ where, data: { imagePrompt: "Old Tom sleeps on the pier" } });
    expect(await stale()).toEqual({ 3: ["The panel's description has changed"] });
    await requestPanel(author.viewer, { sceneId, panelNumber: 3 });
    await playEvents();
    expect(await stale()).toEqual({});
  });

  it("are nobody else's to see", async () => {
    const other = await makeAuthor();
    await expect(listStalePanels(other.viewer, storyId)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
