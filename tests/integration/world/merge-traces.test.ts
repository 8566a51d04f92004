/** A merge in a story with everything in it: no row names the old one, and drawn panels stay what they are. */
import { beforeEach, expect, it } from "vitest";
import { listStalePanels } from "@/lib/generation/picture/stale-panels-queries";
import { db, Prisma } from "@/lib/platform/db";
import {
  authorWithStory,
  forgetEvents,
  playEvents,
  provideScript,
  scriptOf,
  TestPainter,
} from "../generation/support";
import { media } from "../http/harness";

const both = "The characters of the panel have changed";
beforeEach(forgetEvents);

const frame = (characters: string[], location: string, outfit = "") => ({
  shot: "wide",
  characters,
  location,
  altText: "The pier.",
  lines: [],
  imagePrompt: `${characters.join(" and ")} at ${location}`,
  contract: {
    people: characters.map((name) => ({ name, outfit, action: "" })),
    light: "",
    mustShow: [],
  },
});

/** Mara and Old Tom, each with a coat, drawn alone and together; the pier and the quay. */
async function drawnStory(words: { tom?: string } = {}) {
  const panels = [
    frame(["Mara"], "Pier"),
    frame(["Old Tom"], "Quay", "coat"),
    frame(["Mara", "Old Tom"], "Pier"),
  ];
  provideScript(
    [scriptOf(3, { newCharacters: [], newLocations: [], panels })],
    new TestPainter(undefined, 9),
  );
  const { author, story } = await authorWithStory();
  const sheet = (name: string, imagePrompt = "Grey, with a lamp") => ({
    storyId: story.id,
    name,
    seed: name,
    imagePrompt,
    description: "Has been here for long",
  });
  const image = await media({ uploaderId: author.id });
  const [mara, tom] = await Promise.all(
    [sheet("Mara"), sheet("Old Tom", words.tom)].map((data) =>
      db.character.create({
        data: {
          ...data,
          primaryMediaId: image.id,
          images: { create: { mediaId: image.id } },
          outfits: { create: { name: "Coat" } },
        },
        include: { outfits: true },
      }),
    ),
  );
  const [pier, quay] = await Promise.all(
    ["Pier", "Quay"].map((name) =>
      db.location.create({
        data: {
          ...sheet(name),
          primaryMediaId: image.id,
          images: { create: { mediaId: image.id } },
        },
      }),
    ),
  );
  const coat = tom?.outfits[0]?.id;
  if (!mara || !tom || !pier || !quay || !coat) throw new Error("parts are missing");
  await db.referencePicture.createMany({
    data: [
      { characterId: tom.id, role: "outfit", outfitId: coat, mediaId: image.id },
      { characterId: tom.id, role: "face", mediaId: image.id },
      { locationId: quay.id, role: "place", mediaId: image.id },
    ],
  });
  const ask = { storyId: story.id, prompt: "They wait for the boat at the pier", maxPanels: 3 };
  const chosen = { characterIds: [mara.id, tom.id], locationIds: [pier.id, quay.id] };
  const { body, text } = await author.post("/ai/generate-scene", { ...ask, ...chosen });
  expect(body.data, text).toBeDefined();
  const sceneId: string = body.data.scene._id;
  await playEvents();
  await author.post("/ai/generate-references", {
    kind: "character",
    entityId: tom.id,
    outfitId: coat,
  });
  await author.post("/ai/generate-references", { kind: "location", entityId: quay.id });
  await author.post("/ai/generate-character-image", { characterId: tom.id });
  await playEvents();
  await author.put(`/characters/${tom.id}`, { primaryImageUrl: image.url });
  await author.post("/ai/regenerate-panel", { sceneId, panelNumber: 2, choose: true });
  await playEvents();
  // A copy of the second panel, which is removed and can be restored.
  const [, second] = await db.panel.findMany({
    where: { sceneId },
    orderBy: { panelNumber: "asc" },
  });
  await author.post(`/scenes/${sceneId}/panels`, { copyOf: second?.id });
  await author.delete(`/scenes/${sceneId}/panels/4`);
  const stale = async () => {
    const found = await listStalePanels(author.viewer, story.id);
    const all = await db.panel.findMany({ where: { sceneId } });
    return found.map(({ panelId, reasons }) => [
      all.find(({ id }) => id === panelId)?.panelNumber,
      ...reasons,
    ]);
  };
  return { author, mara, tom, pier, quay, coat, stale };
}

/** Tables with a row that holds the text, in a column of its own or within JSON. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await db.$queryRaw<{ is: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM ${Prisma.raw(`"${name}"`)} t
        WHERE t::text LIKE ${`%${text}%`}) AS is`;
    if (row?.is) found.push(name);
  }
  return found.sort();
}

it("no row names a merged character, its outfit or a merged location any more", async () => {
  const { author, mara, tom, pier, quay, coat } = await drawnStory();
  const before = await tablesWith(tom.id);
  expect(before).toEqual(expect.arrayContaining(["job", "panel", "reference_picture", "take"]));
  for (const [kind, from, into] of [
    ["characters", tom.id, mara.id],
    ["locations", quay.id, pier.id],
  ]) {
    const merged = await author.post(`/${kind}/${from}/merge`, { into });
    expect(merged.status, merged.text).toBe(200);
  }
  for (const id of [tom.id, quay.id, coat]) expect(await tablesWith(id), id).toEqual([]);
});

it("panels of two who look alike are out of date after a merge where they show both", async () => {
  const { author, mara, tom, pier, quay, stale } = await drawnStory();
  expect(await stale()).toEqual([]);
  await author.post(`/characters/${tom.id}/merge`, { into: mara.id });
  await author.post(`/locations/${quay.id}/merge`, { into: pier.id });
  expect(await stale()).toEqual([expect.arrayContaining([3, both])]);
});

it("panels of the one that looked different are out of date after a merge", async () => {
  const { author, mara, tom, stale } = await drawnStory({ tom: "Bald, in a red vest" });
  await author.post(`/characters/${tom.id}/merge`, { into: mara.id });
  expect(await stale()).toEqual([
    [2, "Mara looks different now"],
    expect.arrayContaining([3, both]),
  ]);
});
