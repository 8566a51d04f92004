import { beforeEach, describe, expect, it } from "vitest";
import type { PaintRequest } from "@/lib/ai/painter";
import { renderPaintingPrompt } from "@/lib/ai/prompts/painting-prompt";
import { isAwaitingPortraits } from "@/lib/generation/picture/picture-jobs-queries";
import { requestPanel } from "@/lib/generation/picture/request-picture-service";
import { getSceneProgress } from "@/lib/generation/queries";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { askScene, generateScene, prompt, start } from "../start";
import {
  type Author,
  freshAuthor,
  makeStory,
  playEvents,
  provide,
  provideScript,
  scriptOf,
  TestPainter,
  TestWriter,
} from "../support";

let author: Author;
beforeEach(async () => {
  author = await freshAuthor();
});

const painterWith = (most: number, answer?: (request: PaintRequest) => Promise<object>) =>
  new TestPainter(answer, most);
const panelOf = (characters: string[], location: string | null = "North Pier") => ({
  shot: "wide",
  characters,
  location,
  imagePrompt: "All of them on the pier at dusk",
  altText: "All of them.",
  lines: [],
});
const both = { panels: [panelOf(["Old Tom", "Mara"])] };
const nobodyNew = { newCharacters: [], newLocations: [] };

/** What a request carries, in order. */
const carried = (request: PaintRequest | undefined) =>
  (request?.references ?? []).map(({ name, label }) => name || label);

/** The references for a model that takes at most `most` pictures. */
const told = (request: PaintRequest | undefined, most: number) =>
  request && renderPaintingPrompt(request, most);

/** A story whose cast was entered by hand: without portraits. */
async function makeCast(names: string[], place = "North Pier") {
  const story = await makeStory(author);
  const sheet = (name: string) => ({
    storyId: story.id,
    name,
    description: `${name}, described in enough words.`,
    imagePrompt: `${name} in a blue coat`,
    seed: crypto.randomUUID(),
  });
  const characters = [];
  for (const name of names) characters.push(await db.character.create({ data: sheet(name) }));
  const location = await db.location.create({ data: sheet(place) });
  return { story, characters, location };
}

const request = (storyId: string, text = prompt) =>
  generateScene(author.viewer, { storyId, prompt: text, maxPanels: 1 }, null);
const portraitJobs = (storyId: string) =>
  db.job.findMany({ where: { storyId, kind: { in: ["character_image", "location_image"] } } });

describe("references of a panel", () => {
  it.each([
    [1, ["Old Tom"], "image 1 is Old Tom. "],
    [2, ["Old Tom", "Mara"], "image 1 is Old Tom, image 2 is Mara. "],
    [
      3,
      ["Old Tom", "Mara", "North Pier"],
      "image 1 is Old Tom, image 2 is Mara, image 3 is the place North Pier. ",
    ],
    [9, ["Old Tom", "Mara", "North Pier"], "image 3 is the place North Pier. "],
  ])(
    "are the characters in the frame, then the location, at most %i",
    async (most, names, said) => {
      const painter = painterWith(most);
      provideScript([scriptOf(1, both)], painter);
      await start(author, 1);
      await playEvents();
      expect(carried(painter.panels[0])).toEqual(names);
      expect(told(painter.panels[0], most)).toContain(said);
      expect(painter.panels[0]?.figures.map(({ name }) => name)).toEqual(["Old Tom", "Mara"]);
    },
  );

  it("are distinct where a character and a location share a name", async () => {
    const painter = painterWith(4);
    const { story } = await makeCast(["Haven"], "Haven");
    const script = scriptOf(1, { ...nobodyNew, panels: [panelOf(["Haven"], "Haven")] });
    provideScript([script], painter);
    await request(story.id);
    await playEvents();
    const [panel] = painter.panels;
    expect(carried(panel)).toEqual(["Haven", "Haven"]);
    expect(told(panel, 4)).toContain("image 1 is Haven, image 2 is the place Haven.");
    const [face, place] = panel?.references ?? [];
    expect(face?.bytes).not.toEqual(place?.bytes);
  });
});

describe("portraits that are missing", () => {
  it("are painted first for the cast of a later scene, each once", async () => {
    const painter = painterWith(3);
    const { story, characters, location } = await makeCast(["Mara", "Old Tom", "Nell"]);
    const panels = [panelOf(["Old Tom", "Mara"]), panelOf(["Mara"]), panelOf(["Old Tom"])];
    provideScript([scriptOf(3, { ...nobodyNew, panels })], painter);
    await askScene(author, story.id, { maxPanels: 3 });
    await playEvents();
    const jobs = await portraitJobs(story.id);
    const [mara, tom] = characters;
    // No instruction names Nell, who is in no frame.
    expect(jobs.map((job) => job.characterId ?? job.locationId).sort()).toEqual(
      [mara?.id, tom?.id, location.id].sort(),
    );
    expect(jobs.every(({ status }) => status === "completed")).toBe(true);
    expect(
      painter.requests
        .map(({ kind }) => kind)
        .slice(0, 3)
        .sort(),
    ).toEqual(["character", "character", "location"]);
    expect(painter.panels.map(carried)).toEqual([
      ["Old Tom", "Mara", "North Pier"],
      ["Mara", "North Pier", "the panel before"],
      ["Old Tom", "North Pier", "the panel before"],
    ]);
  });

  it("are painted first where one panel is painted again", async () => {
    // The scene was made by a painter without references, the panel is made by another one.
    const { story } = await makeCast(["Mara", "Old Tom"]);
    provide(new TestWriter([scriptOf(1, { ...nobodyNew, ...both })]), painterWith(0));
    const { scene } = await request(story.id);
    await playEvents();
    expect(await portraitJobs(story.id)).toEqual([]);

    const painter = painterWith(3, async () => ({ carried: 2 }));
    provideScript([""], painter);
    const jobId = await requestPanel(author.viewer, { sceneId: scene._id, panelNumber: 1 });
    expect(await portraitJobs(story.id)).toHaveLength(3);
    expect(await isAwaitingPortraits(jobId)).toBe(true);
    await playEvents();
    expect(carried(painter.panels[0])).toEqual(["Old Tom", "Mara", "North Pier"]);
    // The take lists those that the painter took.
    const { madeWith } = await db.take.findFirstOrThrow({ where: { jobId } });
    expect(madeWith).toMatchObject({ references: [{ name: "Old Tom" }, { name: "Mara" }] });
    expect(await getSceneProgress(author.viewer, scene._id)).toMatchObject({ isComplete: true });
  });

  it("are those of the people whom a new prompt of the panel names", async () => {
    const { story, characters } = await makeCast(["Mara", "Old Tom", "Nell"]);
    provide(new TestWriter([scriptOf(1, { ...nobodyNew, ...both })]), painterWith(0));
    const { scene } = await request(story.id);
    await playEvents();
    const painter = painterWith(1);
    provideScript([""], painter);
    const redraw = { sceneId: scene._id, panelNumber: 1, prompt: "Nell alone on the pier" };
    const jobId = await requestPanel(author.viewer, redraw);
    const jobs = await portraitJobs(story.id);
    expect(jobs.map(({ characterId }) => characterId)).toEqual([characters[2]?.id]);
    expect(await isAwaitingPortraits(jobId)).toBe(true);
    await playEvents();
    expect(carried(painter.panels[0])).toEqual(["Nell"]);
  });

  it("are not requested beyond the painter's limit", async () => {
    const { story, characters } = await makeCast(["Mara", "Old Tom"]);
    const painter = painterWith(1);
    provideScript([scriptOf(1, { ...nobodyNew, ...both })], painter);
    await request(story.id);
    await playEvents();
    const jobs = await portraitJobs(story.id);
    expect(jobs.map(({ characterId }) => characterId)).toEqual([characters[1]?.id]);
  });

  it("are requested once by scenes that are written at the same time", async () => {
    const { story } = await makeCast(["Mara", "Old Tom"]);
    provide(new TestWriter([scriptOf(1, { ...nobodyNew, ...both })]), painterWith(3));
    const first = await request(story.id);
    await db.quotaEntry.updateMany({ data: { createdAt: new Date(Date.now() - 60_000) } });
    const second = await request(story.id, `${prompt} And again.`);
    await Promise.all([writeScene(first.jobId), writeScene(second.jobId)]);
    expect(await portraitJobs(story.id)).toHaveLength(3);
  });

  it("delay no painter that takes no references", async () => {
    provide(new TestWriter([scriptOf(1, both)]), painterWith(0));
    const { jobId, sceneId, storyId } = await start(author, 1);
    await writeScene(jobId);
    expect((await portraitJobs(storyId)).map(({ status }) => status)).toEqual(
      Array(3).fill("queued"),
    );
    const panel = await db.job.findFirstOrThrow({ where: { sceneId, kind: "panel_image" } });
    expect(await isAwaitingPortraits(panel.id)).toBe(false);
    provide(new TestWriter([""]), painterWith(2));
    expect(await isAwaitingPortraits(panel.id)).toBe(true);
  });

  it("do not block the panel where they fail, and are not retried automatically", async () => {
    const { story, characters } = await makeCast(["Mara", "Old Tom"]);
    const painter = painterWith(3, async ({ kind, prompt: asked }) => {
      if (kind === "character" && asked.startsWith("Mara")) {
        throw new AppError("content_flagged", "E005");
      }
      return {};
    });
    const script = scriptOf(1, { ...nobodyNew, ...both });
    provideScript([script], painter);
    const { scene } = await request(story.id);
    await playEvents();
    expect(carried(painter.panels[0])).toEqual(["Old Tom", "North Pier"]);
    expect(told(painter.panels[0], 3)).toContain(
      "image 1 is Old Tom, image 2 is the place North Pier.",
    );
    expect(await getSceneProgress(author.viewer, scene._id)).toMatchObject({
      isComplete: true,
      hasPartialErrors: false,
    });
    await requestPanel(author.viewer, { sceneId: scene._id, panelNumber: 1 });
    await playEvents();
    const ofMara = { where: { characterId: characters[0]?.id } };
    expect(await db.job.count(ofMara)).toBe(1);
    // Much later it is worth another try.
    await db.job.updateMany({ ...ofMara, data: { finishedAt: new Date(0) } });
    await requestPanel(author.viewer, { sceneId: scene._id, panelNumber: 1 });
    expect(await db.job.count(ofMara)).toBe(2);
  });
});
