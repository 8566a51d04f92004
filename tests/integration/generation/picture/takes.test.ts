import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { listOpenJobs } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { upload } from "@/tests/integration/media/support";
import {
  type Author,
  makeStory,
  playEvents,
  provide,
  provideScript,
  setUpPictures,
  TestPainter,
  TestWriter,
} from "../support";
import {
  ask,
  choose,
  faces,
  imageJob,
  jobOf,
  panelOf,
  panelWithPicture,
  takes,
  target,
} from "./take-requests";

let author: Author;
let painter: TestPainter;
beforeEach(async () => {
  ({ author, painter } = await setUpPictures());
});

it("a story's open jobs are listed for its author on any device, until they end", async () => {
  const place = await panelWithPicture(author);
  const open = () => listOpenJobs(author.viewer, place.storyId);
  const drawn = await jobOf(author, "regenerate-panel", {
    ...target(place),
    storyId: undefined,
    choose: false,
  });
  const words = { prompt: "Make it night", initialImageUrl: place.imageUrl, isRefineMode: true };
  const edited = await jobOf(author, "generate-image", { ...target(place), ...words });
  expect(await open()).toMatchObject([
    { jobId: drawn, work: "regenerate", prompt: "Mara on the pier, looking out" },
    {
      jobId: edited,
      work: "edit",
      prompt: "Make it night",
      panelId: place.panelId,
      entityId: null,
    },
  ]);
  await playEvents();
  expect(await open()).toEqual([]);
});

describe("a picture stored as a take", () => {
  it("is painted like its panel, and the panel keeps its picture", async () => {
    const place = await panelWithPicture(author);
    const before = await panelOf(place);
    const jobId = await jobOf(author, "regenerate-panel", {
      ...target(place),
      storyId: undefined,
      choose: false,
    });
    expect(await imageJob(author, jobId)).toMatchObject({
      status: "queued",
      type: "image",
      result: null,
    });
    const begun = async (secondsAgo: number) => {
      const heartbeatAt = new Date(Date.now() - secondsAgo * 1_000);
      await db.job.update({ where: { id: jobId }, data: { status: "processing", heartbeatAt } });
      return (await imageJob(author, jobId)).isWaiting;
    };
    expect([await begun(8), await begun(20)]).toEqual([false, true]);
    expect(await playEvents()).toEqual(["picture/requested", "picture/stored"]);
    expect((await imageJob(author, jobId)).isWaiting).toBe(false);
    expect(painter.requests).toMatchObject([
      {
        kind: "panel",
        prompt: `${before.imagePrompt}\nShot: medium.`,
        figures: [{ name: "Mara" }],
        width: 768,
        height: 1024,
      },
    ]);
    const job = await imageJob(author, jobId);
    const [newest, ...older] = await takes(author, place);
    expect(newest).toMatchObject({
      type: "image",
      source: "generated",
      model: "Test painter",
      prompt: before.imagePrompt,
      originalImageUrl: null,
      url: job.result.imageUrl,
    });
    expect(older).toHaveLength(1);
    expect(await panelOf(place)).toEqual(before);
    // Chosen, it brings its faces along.
    const answer = await choose(author, place, { imageUrl: newest?.url });
    expect(answer.status).toBe(200);
    expect((await panelOf(place)).faces).toEqual(faces);
    // The preview of a cover is cropped by them.
    expect(answer.body.data.faces).toEqual(faces.map(({ box }) => box));
    expect(await takes(author, place)).toHaveLength(2);
  });

  it("remains a take where the author has chosen another picture meanwhile", async () => {
    const place = await panelWithPicture(author);
    const { imageMediaId } = await panelOf(place);
    await db.panel.update({ where: { id: place.panelId }, data: { imageMediaId: null } });
    await jobOf(author, "regenerate-panel", { sceneId: place.sceneId, panelNumber: 1 });
    expect(await panelOf(place)).toMatchObject({ status: "queued" });
    await choose(author, place, { imageUrl: place.imageUrl });
    await playEvents();
    expect(await panelOf(place)).toMatchObject({ imageMediaId, status: "completed" });
    expect(await takes(author, place)).toHaveLength(2);
  });

  it("shows the characters that its author names, and so does the panel once it is chosen", async () => {
    const place = await panelWithPicture(author);
    const looks = { description: "She drives a tram.", imagePrompt: "A green coat" };
    const { id } = await db.character.create({
      data: { storyId: place.storyId, name: "Odile", seed: "seed of Odile", ...looks },
    });
    const { characterIds } = await panelOf(place);
    const asked = { sceneId: place.sceneId, panelNumber: 1, choose: false };
    for (const prompt of ["Odile alone rings a brass bell", "Nobody at all"])
      await jobOf(author, "regenerate-panel", { ...asked, prompt });
    await playEvents();
    expect(painter.requests.map(({ figures }) => figures.map(({ name }) => name))).toEqual([
      ["Odile"],
      ["Mara"],
    ]);
    expect(await panelOf(place)).toMatchObject({ characterIds });
    const all = await takes(author, place);
    const bell = all.find(({ prompt }) => prompt.startsWith("Odile"));
    await choose(author, place, { imageUrl: bell?.url });
    expect(await panelOf(place)).toMatchObject({ characterIds: [id], imagePrompt: bell?.prompt });
    // A character in a picture of a scene is in the scene.
    const appearances = await db.sceneCharacter.findMany({ where: { sceneId: place.sceneId } });
    expect(appearances.map(({ characterId }) => characterId)).toEqual([id]);
    // And no other character.
    await choose(author, place, {
      imageUrl: all.find(({ prompt }) => prompt === "Nobody at all")?.url,
    });
    await db.character.delete({ where: { id } });
  });

  it("is painted from a prompt, in the story's aspect ratio or the requested one", async () => {
    const place = await panelWithPicture(author);
    await db.story.update({ where: { id: place.storyId }, data: { aspectRatio: "3:2" } });
    const first = await jobOf(author, "generate-image", {
      ...target(place),
      prompt: "A lamp at sea",
    });
    const size = { width: 512, height: 640 };
    const alone = { storyId: place.storyId, prompt: "Another lamp", ...size };
    const second = await jobOf(author, "generate-image", alone);
    await playEvents();
    expect(painter.requests.map(({ kind, width, height }) => [kind, width, height])).toEqual([
      ["free", 1024, 683],
      ["free", 512, 640],
    ]);
    const kept = await takes(author, place);
    expect(kept.map(({ prompt, source }) => [prompt, source])).toEqual([
      ["A lamp at sea", "generated"],
      ["", "generated"],
    ]);
    expect(kept[0]?.url).toBe((await imageJob(author, first)).result.imageUrl);
    // Without a panel it is no take, and may be chosen all the same.
    const { imageUrl } = (await imageJob(author, second)).result;
    expect((await choose(author, place, { imageUrl })).status).toBe(200);
    expect((await takes(author, place))[0]).toMatchObject({
      url: imageUrl,
      prompt: "Another lamp",
    });
  });

  it("changes its source picture, and keeps its faces where the painter reports none", async () => {
    painter = new TestPainter(async () => ({ faces: [] }));
    provideScript([], painter);
    const place = await panelWithPicture(author);
    const jobId = await jobOf(author, "generate-image", {
      ...target(place),
      prompt: "Night falls",
      isRefineMode: true,
      initialImageUrl: place.imageUrl,
    });
    await playEvents();
    const stored = await storage().get(place.imageUrl.replace("/media/", ""));
    expect(Buffer.from(painter.requests[0]?.initialImage?.bytes ?? [])).toEqual(
      Buffer.from(stored?.bytes ?? []),
    );
    const [edited] = await takes(author, place);
    expect(edited).toMatchObject({
      source: "edited",
      prompt: "Night falls",
      originalImageUrl: place.imageUrl,
      url: (await imageJob(author, jobId)).result.imageUrl,
    });
    expect((await panelOf(place)).imageMediaId).not.toBeNull();
    await choose(author, place, { imageUrl: edited?.url });
    // The prompt asks for a change of a picture, and does not describe the panel.
    const imagePrompt = "Mara on the pier, looking out";
    expect(await panelOf(place)).toMatchObject({ faces, imagePrompt });
  });

  it("changes the given picture in the demo studio: the same composition in another light", async () => {
    provide(new TestWriter([]), createDemoPainter());
    const place = await panelWithPicture(author);
    const half = (background: string) =>
      sharp({ create: { width: 384, height: 1024, channels: 3, background } })
        .png()
        .toBuffer();
    const halves = await sharp([await half("#d02020"), await half("#2040d0")], {
      join: { across: 2 },
    })
      .png()
      .toBuffer();
    const { imageUrl } = (await upload(author, { bytes: halves })).body.data;
    const edit = { ...target(place), isRefineMode: true, initialImageUrl: imageUrl };
    const jobId = await jobOf(author, "generate-image", { ...edit, prompt: "make it night" });
    await playEvents();
    const { result } = await imageJob(author, jobId);
    const object = await storage().get(result.imageUrl.replace("/media/", ""));
    const colourAt = async (left: number) => {
      const area = { left, top: 400, width: 100, height: 200 };
      const pixel = await sharp(object?.bytes).extract(area).resize(1, 1).raw().toBuffer();
      return [pixel[0] ?? 0, pixel[1] ?? 0, pixel[2] ?? 0] as const;
    };
    const [red, blue] = [await colourAt(140), await colourAt(524)];
    expect(red[0]).toBeGreaterThan(red[2]);
    expect(blue[2]).toBeGreaterThan(blue[0]);
    expect(red[0]).toBeLessThan(0xd0 * 0.7);
    expect(Buffer.from(object?.bytes ?? []).includes("algorithmicMedia")).toBe(true);
  });

  it("R1 requested again while it is open, it is the same job", async () => {
    const place = await panelWithPicture(author);
    const body = { ...target(place), prompt: "A lamp at sea" };
    const film = { ...body, imageUrl: place.imageUrl };
    const again = { sceneId: place.sceneId, panelNumber: 1, choose: false };
    for (const ask of [
      () => jobOf(author, "generate-image", body),
      () => jobOf(author, "generate-video", film),
      () => jobOf(author, "regenerate-panel", again),
    ]) {
      const [first, second] = await Promise.all([ask(), ask()]);
      expect(second).toBe(first);
      // The answer was lost, and its author noticed late.
      const data = { createdAt: new Date(Date.now() - 60_000), status: "processing" as const };
      await db.job.update({ where: { id: first }, data });
      expect(await ask()).toBe(first);
      // Another one is made of the same words once the first is there.
      const ended = { status: "completed" as const, finishedAt: new Date() };
      await db.job.update({ where: { id: first }, data: ended });
      expect(await ask()).not.toBe(first);
    }
  });

  it("one wish brings up to four pictures, each of them once", async () => {
    const place = await panelWithPicture(author);
    const wishes = [
      ["regenerate-panel", { sceneId: place.sceneId, panelNumber: 1, choose: false }],
      ["generate-image", { ...target(place), prompt: "A lamp at sea" }],
    ] as const;
    for (const [post, body] of wishes) {
      const four = [{}, { candidate: 2 }, { candidate: 3 }, { candidate: 4 }];
      const ask = () => Promise.all(four.map((more) => jobOf(author, post, { ...body, ...more })));
      const jobs = await ask();
      expect(new Set(jobs).size).toBe(4);
      expect(await ask()).toEqual(jobs);
    }
    await playEvents();
    expect(await takes(author, place)).toHaveLength(9);
  });

  it.each([
    [{ prompt: "  " }, "prompt"],
    [{ width: 512 }, "height"],
    [{ width: 100, height: 512 }, "width"],
    [{ width: 512, height: 4096 }, "height"],
    [{ sceneId: "00000000-0000-7000-8000-000000000000" }, "panelNumber"],
    [{ isRefineMode: true }, "initialImageUrl"],
    [{ initialImageUrl: `/media/${"0".repeat(64)}.webp` }, "isRefineMode"],
  ])("refuses %o", async (change, field) => {
    const story = await makeStory(author);
    const answer = await ask(
      author,
      "generate-image",
      { storyId: story.id, prompt: "A lamp at sea", ...change },
      400,
    );
    expect(answer.errors[0].field).toBe(field);
  });
});
