/** 1,000 random edits: the panels that are listed are those whose facts a slow reckoning finds changed. */
import { expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { basisOf } from "@/lib/generation/picture/picture-facts";
import { factsOf, loadSheets, lookOf } from "@/lib/generation/picture/picture-facts-queries";
import { listStalePanels } from "@/lib/generation/picture/stale-panels-queries";
import { db } from "@/lib/platform/db";
import { makeAuthor, makeStory, TestPainter } from "../support";

const edits = 1_000;
const scenes = 3;
const panelsPerScene = 3;

/** A generator of the same numbers in each run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
const random = randomFrom(50);
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
/** Few words, so that edits are often taken back. */
const words = () => `Text ${random(3)}`;

/** A contract that the author wrote, so that it holds under each prompt. */
const contractOf = (light: string) => ({
  people: [],
  place: "",
  light,
  shot: "",
  mustShow: [],
});

/** The story as its tables are, without anything clever. */
const readAll = (storyId: string) =>
  db.story.findUniqueOrThrow({
    where: { id: storyId },
    include: {
      characters: { include: { outfits: true } },
      locations: true,
      scenes: {
        orderBy: { sceneNumber: "asc" },
        include: { panels: { orderBy: { panelNumber: "asc" } } },
      },
    },
  });
type Everything = Awaited<ReturnType<typeof readAll>>;

/** All that a panel's picture shows, in full. */
function shownIn(story: Everything, panelId: string): string {
  const order = story.scenes.flatMap((scene) => scene.panels);
  const at = order.findIndex(({ id }) => id === panelId);
  const panel = order[at];
  const people = panel?.characterIds.map((id) => {
    let worn: string | null = null;
    for (const one of order.slice(0, at + 1)) {
      const change = (one.outfits as Record<string, string | null>)[id];
      if (change !== undefined) worn = change;
    }
    const found = story.characters.find((one) => one.id === id);
    const outfit = found?.outfits.find((one) => one.id === worn);
    return [
      id,
      found?.imagePrompt,
      found?.description,
      found?.loraName && [found.loraName, found.loraWeight],
      outfit?.id,
      outfit?.name,
      outfit?.description,
    ];
  });
  const place = story.locations.find(({ id }) => id === panel?.locationId);
  return JSON.stringify([
    [story.artStyle, story.imageGenerationModel, story.aspectRatio],
    [panel?.imagePrompt, panel?.shot, panel?.contract],
    people,
    [place?.id, place?.imagePrompt, place?.description],
  ]);
}

it("lists exactly the panels that depend on what has changed, over 1,000 random edits", async () => {
  const author = await makeAuthor();
  const { id: storyId } = await makeStory(author);
  overrideProviders({ painter: Object.assign(new TestPainter(), { takesLora: true }) });
  const sheet = (name: string) => ({
    storyId,
    name,
    description: words(),
    imagePrompt: words(),
    seed: name,
  });
  const cast: { id: string; outfits: string[] }[] = [];
  for (const name of ["Ada", "Ben", "Cleo", "Dan"]) {
    const { id } = await db.character.create({ data: sheet(name) });
    const outfits = [];
    for (const outfit of ["coat", "dress"])
      outfits.push(
        await db.outfit.create({ data: { characterId: id, name: outfit, description: words() } }),
      );
    cast.push({ id, outfits: outfits.map((one) => one.id) });
  }
  const places = [
    await db.location.create({ data: sheet("Mill") }),
    await db.location.create({ data: sheet("Quay") }),
  ].map(({ id }) => id);
  const panelIds: string[] = [];
  const { id: mediaId } = await db.mediaObject.create({
    data: {
      sha256: storyId.replaceAll("-", "").repeat(2),
      extension: "png",
      mediaType: "image/png",
      bytes: 1,
      width: 1,
      height: 1,
    },
  });
  for (let sceneNumber = 1; sceneNumber <= scenes; sceneNumber += 1) {
    const scene = await db.scene.create({ data: { storyId, sceneNumber, status: "completed" } });
    for (let panelNumber = 1; panelNumber <= panelsPerScene; panelNumber += 1) {
      const { id } = await db.panel.create({
        data: {
          sceneId: scene.id,
          panelNumber,
          status: "completed",
          imageMediaId: mediaId,
          imagePrompt: words(),
          characterIds: cast.filter(() => random(2) === 0).map((one) => one.id),
          locationId: pick(places),
        },
      });
      panelIds.push(id);
    }
  }

  const drawn = new Map<string, string>();
  /** As if the panel had been drawn now. */
  async function draw(panelId: string) {
    const story = await readAll(storyId);
    const order = story.scenes.flatMap((scene) => scene.panels);
    const at = order.findIndex(({ id }) => id === panelId);
    const panel = order[at];
    if (!panel) throw new Error("no such panel");
    const worn = Object.assign({}, ...order.slice(0, at + 1).map(({ outfits }) => outfits));
    const facts = factsOf(lookOf(story), await loadSheets(db, storyId), panel, worn);
    await db.take.deleteMany({ where: { panelId } });
    await db.take.create({
      data: {
        panelId,
        kind: "image",
        source: "generated",
        mediaId,
        madeWith: { references: [], basis: basisOf(facts) },
      },
    });
    drawn.set(panelId, shownIn(story, panelId));
  }
  for (const id of panelIds) await draw(id);

  const changeOutfit = async () => {
    const { id, outfits } = pick(cast);
    const panelId = pick(panelIds);
    const panel = await db.panel.findUniqueOrThrow({ where: { id: panelId } });
    const { [id]: _, ...others } = panel.outfits as Record<string, string | null>;
    const worn = pick([undefined, null, ...outfits]);
    await db.panel.update({
      where: { id: panelId },
      data: { outfits: worn === undefined ? others : { ...others, [id]: worn } },
    });
  };
  const changes: (() => Promise<unknown>)[] = [
    () => db.character.update({ where: { id: pick(cast).id }, data: { imagePrompt: words() } }),
    () => db.character.update({ where: { id: pick(cast).id }, data: { description: words() } }),
    () => db.character.update({ where: { id: pick(cast).id }, data: { title: words() } }),
    () =>
      db.character.update({
        where: { id: pick(cast).id },
        data: { loraName: pick(["", "v1"]), loraWeight: pick([0.5, 1]) },
      }),
    () =>
      db.outfit.update({ where: { id: pick(pick(cast).outfits) }, data: { description: words() } }),
    changeOutfit,
    changeOutfit,
    () => db.location.update({ where: { id: pick(places) }, data: { imagePrompt: words() } }),
    () => db.panel.update({ where: { id: pick(panelIds) }, data: { locationId: pick(places) } }),
    () => db.panel.update({ where: { id: pick(panelIds) }, data: { imagePrompt: words() } }),
    () =>
      db.panel.update({ where: { id: pick(panelIds) }, data: { shot: pick(["wide", "medium"]) } }),
    () =>
      db.panel.update({ where: { id: pick(panelIds) }, data: { contract: contractOf(words()) } }),
    () => db.panel.update({ where: { id: pick(panelIds) }, data: { altText: words() } }),
    () => db.story.update({ where: { id: storyId }, data: { artStyle: pick(["", "", "Ink"]) } }),
    () => db.story.update({ where: { id: storyId }, data: { title: words() } }),
    () => draw(pick(panelIds)),
    () => draw(pick(panelIds)),
    () => draw(pick(panelIds)),
  ];
  let listed = 0;
  for (let edit = 0; edit < edits; edit += 1) {
    await pick(changes)();
    const story = await readAll(storyId);
    const expected = panelIds.filter((id) => drawn.get(id) !== shownIn(story, id));
    const found = await listStalePanels(author.viewer, storyId);
    expect(
      found.map(({ panelId }) => panelId),
      `after edit ${edit + 1}`,
    ).toEqual(expected);
    listed += found.length;
  }
  // Both answers occurred often.
  expect(listed).toBeGreaterThan(edits);
  expect(listed).toBeLessThan(edits * (panelIds.length - 1));
}, 300_000);
