import { beforeEach, expect, it } from "vitest";
import { overrideProviders, vision } from "@/lib/ai";
import type { PaintRequest } from "@/lib/ai/painter";
import type { PictureQuestion } from "@/lib/ai/vision";
import { checkPicture } from "@/lib/generation/picture/check-service";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import type { Panel } from "@/lib/scenes/schema";
import {
  type Author,
  authorWithStory,
  forgetEvents,
  pictureOf,
  playEvents,
  provideScript,
  scriptOf,
  TestPainter,
} from "../generation/support";

let author: Author;
let storyId: string;
let asked: PictureQuestion[][];
let painter: TestPainter;
/** Ids of questions that are answered with no. */
let no: string[];
let answer: () => Promise<void>;

const contract = { people: [], light: "night", mustShow: ["a bell"] };

beforeEach(async () => {
  await forgetEvents();
  asked = [];
  no = ["person:Mara", "thing:a bell"];
  answer = async () => {};
  const script = JSON.parse(scriptOf(1));
  const panels = [{ ...script.panels[0], contract }];
  const bytes = async (seed: string) => ({ bytes: await pictureOf(seed) });
  painter = new TestPainter(({ seed }) => bytes(seed));
  provideScript([JSON.stringify({ ...script, panels })], painter);
  overrideProviders({
    vision: {
      name: "Test eyes",
      demo: true,
      detectFaces: async () => [],
      async answer({ questions }) {
        asked.push(questions);
        await answer();
        return questions.map(({ id }) => ({
          id,
          reason: "",
          answer: no.includes(id) ? "no" : "yes",
        }));
      },
    },
  });
  const made = await authorWithStory();
  author = made.author;
  storyId = made.story.id;
});

async function paint(pictureCheck: "off" | "tell" | "repair") {
  const settings = await author.put(`/stories/${storyId}`, { pictureCheck });
  expect(settings.body.data).toMatchObject({ pictureCheck });
  await generate();
  await playEvents();
  return state();
}

async function generate(more: object = {}) {
  const body = { storyId, prompt: "Mara waits", maxPanels: 1, ...more };
  // Two scenes of one author have to be seconds apart.
  await db.quotaEntry.deleteMany();
  const { status, text } = await author.post("/ai/generate-scene", body);
  expect(status, text).toBe(202);
}

async function state() {
  const panel = await db.panel.findFirstOrThrow({
    where: { scene: { storyId } },
    include: { takes: { orderBy: { createdAt: "asc" } }, scene: true },
  });
  const { body } = await author.get(`/stories/${storyId}`);
  const [first, second] = panel.takes;
  const shown = panel.takes.findIndex(({ mediaId }) => mediaId === panel.imageMediaId);
  const { misses, checkProblem: unchecked } = body.data.scenes[0].panels[0] as Panel;
  return { panel, first, second, shown, misses, unchecked, sceneId: panel.sceneId ?? "" };
}

const missing = ["Mara is not in the picture", "One cannot see a bell"];
const fixes = "Add Mara (Mara: weathered, in blue and grey.). Add a bell.";
const repairsOf = () =>
  db.job.findMany({ where: { storyId, kind: "image" }, orderBy: { createdAt: "asc" } });

it("'off' asks nothing, 'tell' says what is missing and repairs what its author asks for", async () => {
  expect(await paint("off")).toMatchObject({ shown: 0, misses: undefined });
  expect(asked).toEqual([]);
  await db.scene.deleteMany({ where: { storyId } });
  const told = await paint("tell");
  expect(told).toMatchObject({ shown: 0, misses: missing, second: undefined });
  const ids = asked[0]?.map(({ id }) => id);
  expect(ids).toEqual([
    "person:Mara",
    "people",
    "place",
    "light",
    "shot",
    "thing:a bell",
    "lettering",
    "limbs",
  ]);
  // The portrait of Mara beside her face.
  expect(asked[1]?.map(({ id }) => id)).toEqual(["face:Mara"]);
  no = [];
  const body = { sceneId: told.sceneId, panelNumber: 1, repair: true };
  const [one, two] = await Promise.all([1, 2].map(() => author.post("/ai/regenerate-panel", body)));
  expect(one?.body.data).toEqual(two?.body.data);
  await playEvents();
  expect(painter.requests.at(-1)).toMatchObject({ prompt: fixes, initialImage: {} });
  expect(await state()).toMatchObject({ shown: 1, misses: undefined });
  const takes = await author.get(`/scenes/${told.sceneId}/panels/1/takes`);
  expect(takes.body.data).toMatchObject([
    { source: "edited", check: { model: "Test eyes", misses: [] } },
    { source: "generated", check: { misses: missing.map((text) => ({ text, reason: "" })) } },
  ]);
  expect((await author.post("/ai/regenerate-panel", body)).body.message).toMatch(
    /nothing to repair/,
  );
  // Readers are not told.
  await db.story.update({
    where: { id: storyId },
    data: { status: "published", publishedAt: new Date() },
  });
  const { body: read } = await author.get(`/scenes/${told.sceneId}`);
  expect(JSON.stringify(read)).not.toContain("not in the picture");
});

it("'repair' changes the picture once, however often its step runs and whatever is missing then", async () => {
  const repaired = await paint("repair");
  expect(repaired).toMatchObject({ shown: 1, misses: missing });
  expect(repaired.panel.takes).toHaveLength(2);
  const [job] = await repairsOf();
  expect(job?.input).toMatchObject({ prompt: fixes, repairOf: repaired.first?.id });
  for (const { jobId } of repaired.panel.takes) await checkPicture(jobId ?? "");
  expect(await playEvents()).toEqual([]);
  expect(await repairsOf()).toHaveLength(1);
  // Two looks at each picture, and none again.
  expect(asked).toHaveLength(4);
});

it("'repair' leaves the video that its author has chosen, before the check ends or the repair", async () => {
  const video = await db.mediaObject.create({
    data: { sha256: "f".repeat(64), extension: "webm", mediaType: "video/webm", bytes: 1 },
  });
  const choose = async () => {
    const where = { scene: { storyId } };
    await db.panel.updateMany({ where, data: { videoMediaId: video.id } });
  };
  const make = async ({ seed, initialImage }: PaintRequest) => {
    if (initialImage) await choose();
    return { bytes: await pictureOf(seed) };
  };
  Object.assign(painter, { answer: make });
  const { panel, shown, sceneId } = await paint("repair");
  expect(panel).toMatchObject({ videoMediaId: video.id, takes: { length: 2 } });
  expect(shown).toBe(0);
  // By hand it takes the video's place.
  await author.post("/ai/regenerate-panel", { sceneId, panelNumber: 1, repair: true });
  await playEvents();
  expect((await state()).panel).toMatchObject({ videoMediaId: null, takes: { length: 3 } });

  await db.scene.deleteMany({ where: { storyId } });
  answer = choose;
  expect((await paint("repair")).panel).toMatchObject({
    videoMediaId: video.id,
    takes: { length: 1 },
  });
});

const away = new AppError("ai_unavailable", "The vision service cannot be reached.");

it("a check that fails for a moment is tried again, and its repair follows", async () => {
  answer = async () => {
    // The questions and the pair of faces, twice.
    if (asked.length <= 4) throw away;
  };
  expect(await paint("repair")).toMatchObject({ shown: 1, misses: missing });
  expect(await repairsOf()).toHaveLength(1);
});

it.each([
  ["three times", away, 3],
  ["once where no further try helps", new AppError("content_flagged", "It was refused."), 1],
])(
  "a check that fails is tried %s; its take says why, and is checked again by hand",
  async (_, error, tries) => {
    answer = () => Promise.reject(error);
    const { first, shown, misses, unchecked, sceneId } = await paint("repair");
    expect({ shown, misses, unchecked }).toEqual({
      shown: 0,
      misses: undefined,
      unchecked: error.message,
    });
    // The questions and the pair of faces.
    expect(asked).toHaveLength(2 * tries);
    expect(await repairsOf()).toEqual([]);
    const takes = await author.get(`/scenes/${sceneId}/panels/1/takes`);
    expect(takes.body.data).toMatchObject([{ checkProblem: error.message }]);

    const body = { sceneId, panelNumber: 1, takeId: first?.id };
    expect((await author.post("/ai/check-picture", body)).body.message).toBe(error.message);
    answer = async () => {};
    const stranger = await authorWithStory();
    expect((await stranger.author.post("/ai/check-picture", body)).status).toBe(404);
    const again = await author.post("/ai/check-picture", body);
    expect(again.body.data).toMatchObject({ model: "Test eyes", asked: 9 });
    expect(await state()).toMatchObject({ misses: missing, unchecked: undefined });
    expect((await author.post("/ai/check-picture", body)).status).toBe(409);
  },
);

it("a vision model that failed its trial checks nothing, and the take says so", async () => {
  Object.assign(vision() ?? {}, { demo: false });
  no = [];
  const { first } = await paint("tell");
  expect(first?.check).toEqual({
    problem:
      "The model that looks at pictures cannot be relied on. Please tell the administrator of this site.",
  });
});

it("'cannot tell' fails nothing", async () => {
  no = [];
  const { first, misses } = await paint("repair");
  expect(first?.check).toMatchObject({ model: "Test eyes" });
  expect(misses).toBeUndefined();
  expect(await repairsOf()).toEqual([]);
});

it("a repair is void in a scene that is made anew, and stays a take where the author has chosen", async () => {
  answer = async () => {
    await db.scene.updateMany({ where: { storyId }, data: { generation: { increment: 1 } } });
  };
  await paint("repair");
  expect(await repairsOf()).toEqual([]);
  answer = async () => {};
  await db.scene.deleteMany({ where: { storyId } });

  await generate();
  const { make } = TestPainter.prototype;
  painter.make = async (request) => {
    if (request.initialImage)
      await db.panel.updateMany({ where: { scene: { storyId } }, data: { imageMediaId: null } });
    return make.call(painter, request);
  };
  await playEvents();
  const { panel } = await state();
  expect([panel.takes.length, panel.imageMediaId]).toEqual([2, null]);
});

it("regenerating a scene ends its open repair unpaid", async () => {
  painter.make = async (request) => {
    if (request.initialImage) throw new Error("must not be drawn");
    return TestPainter.prototype.make.call(painter, request);
  };
  const { sceneId } = await paint("tell");
  await author.post("/ai/regenerate-panel", { sceneId, panelNumber: 1, repair: true });
  await generate({ regenerateExisting: true, existingSceneId: sceneId });
  await playEvents();
  expect(await repairsOf()).toMatchObject([{ status: "failed", attempts: 0 }]);
});

it("a repair that the budget does not cover is not made", async () => {
  Object.assign(painter, { demo: false, billed: () => ({ provider: "test", model: "unknown" }) });
  answer = async () => {
    env().DAILY_BUDGET = 0;
  };
  const { first } = await paint("repair").finally(() => {
    Object.assign(env(), { DAILY_BUDGET: undefined });
  });
  expect(first?.check).not.toBeNull();
  expect(await repairsOf()).toEqual([]);
});
