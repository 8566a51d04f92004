import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { textBubbles } from "@/lib/scenes/bubbles/schema";
import { type Person, visitor } from "../http/harness";
import { askScene, generateScene, prompt, regenerate } from "./start";
import {
  authorWithStory,
  forgetEvents,
  makeAuthor,
  makeStory,
  playEvents,
  provideScript,
  scriptOf,
} from "./support";

const ageQuota = (userId: string, seconds: number) =>
  db.quotaEntry.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - seconds * 1_000) },
  });

beforeEach(async () => {
  await forgetEvents();
  provideScript(2);
});

describe("regenerating a scene", () => {
  it("keeps every earlier picture as a take, even of removed panels", async () => {
    const { author, story } = await authorWithStory();
    provideScript([scriptOf(3), scriptOf(2)]);
    const first = await askScene(author, story.id, { maxPanels: 3 });
    await playEvents();
    await ageQuota(author.viewer.id, 10);
    const sceneId = first.scene._id;
    const second = await regenerate(author, story.id, sceneId, { maxPanels: 2 });
    expect(second.scene._id).toBe(sceneId);
    expect(second.scene).toMatchObject({ status: "generating", sceneNumber: 1 });
    // Until the new ones are there the page keeps the old pictures.
    expect(second.scene.panels.every((panel) => panel.hasImage)).toBe(true);
    await playEvents();
    const panels = await db.panel.findMany({
      where: { sceneId },
      include: { takes: true },
      orderBy: { panelNumber: "asc" },
    });
    expect(panels.map((panel) => [panel.panelNumber, panel.status, panel.takes.length])).toEqual([
      [1, "completed", 3],
      [2, "completed", 2],
    ]);
    expect(await db.scene.findUnique({ where: { id: sceneId } })).toMatchObject({
      generation: 2,
      status: "completed",
    });
  });

  it("keeps bubbles that were lettered by hand on request, and writes the others anew", async () => {
    const { author, story } = await authorWithStory();
    provideScript([scriptOf(2), scriptOf(2), scriptOf(2)]);
    const first = await askScene(author, story.id, { maxPanels: 2 });
    await playEvents();
    const sceneId = first.scene._id;
    const bubblesOf = async (panelNumber: number) => {
      const where = { sceneId_panelNumber: { sceneId, panelNumber } };
      return textBubbles.parse((await db.panel.findUniqueOrThrow({ where })).textBubbles);
    };
    const again = async (keepBubbles: boolean) => {
      await ageQuota(author.viewer.id, 10);
      const input = { regenerateExisting: true, existingSceneId: sceneId, keepBubbles };
      await askScene(author, story.id, { maxPanels: 2, ...input });
      await playEvents();
    };
    const byHand = textBubbles.parse([
      { id: "mine", text: "Mine", position: { x: 0.5, y: 0.5 }, style: {}, byHand: true },
    ]);
    const written = (await bubblesOf(2)).map(({ text }) => text);
    for (const panelNumber of [1, 2]) {
      const stored = panelNumber === 1 ? byHand : [];
      await db.panel.update({
        where: { sceneId_panelNumber: { sceneId, panelNumber } },
        data: { textBubbles: stored },
      });
    }
    await again(true);
    expect(await bubblesOf(1)).toEqual(byHand);
    expect((await bubblesOf(2)).map(({ text }) => text)).toEqual(written);
    await again(false);
    expect((await bubblesOf(1)).some(({ id }) => id === "mine")).toBe(false);
  });

  it("drops work of the previous generation, and aborts it", async () => {
    const { author, story } = await authorWithStory();
    const { painter } = provideScript(2);
    const first = await askScene(author, story.id);
    await ageQuota(author.viewer.id, 10);
    const sceneId = first.scene._id;
    await regenerate(author, story.id, sceneId);
    expect(
      await db.outboxEvent.findUnique({ where: { id: `abandoned:${sceneId}:1` } }),
    ).toMatchObject({ name: "scene/abandoned", data: { cancelKey: `${sceneId}:1` } });
    await playEvents();
    expect(await db.job.findUnique({ where: { id: first.jobId } })).toMatchObject({
      status: "failed",
      attempts: 0,
    });
    expect(painter.panels).toHaveLength(2);
  });

  it("keeps the scene readable when the new script fails", async () => {
    const { author, story } = await authorWithStory();
    provideScript([scriptOf(2), "nothing"]);
    const { scene } = await askScene(author, story.id);
    await playEvents();
    await ageQuota(author.viewer.id, 10);
    await regenerate(author, story.id, scene._id);
    await playEvents();
    const response = await author.get(`/ai/scene-status/${scene._id}`);
    const { data } = response.body;
    expect(data).toMatchObject({ isGenerating: false, isComplete: false, hasError: true });
    expect(data.errorMessage).toBe(
      "AI generation failed. This might be temporary - please try again or contact support if it persists.",
    );
    expect(data.scene.status).toBe("completed");
    expect(data.scene.panels.every((panel: { hasImage: boolean }) => panel.hasImage)).toBe(true);
  });
});

describe("GET /ai/scene-status", () => {
  it("goes from 0 to 100 and lists new entities", async () => {
    const { author, story } = await authorWithStory();
    const { scene } = await askScene(author, story.id);
    const look = async () => (await author.get(`/ai/scene-status/${scene._id}`)).body.data;
    expect(await look()).toMatchObject({ progress: 0, isGenerating: true, newCharacters: [] });
    await playEvents();
    const done = await look();
    expect(done).toMatchObject({
      progress: 100,
      isGenerating: false,
      isComplete: true,
      hasError: false,
      hasPartialErrors: false,
      errorMessage: null,
    });
    expect(done.newCharacters.map((one: { name: string }) => one.name)).toEqual([
      "Mara",
      "Old Tom",
    ]);
    expect(done.newLocations.map((one: { name: string }) => one.name)).toEqual(["North Pier"]);
    expect(done.newCharacters[0].primaryImageUrl).toMatch(/^\/media\//);
    expect(done.scene.panels[0].textBubbles[0]).toMatchObject({ text: "Line 1", speaker: "Mara" });
  });

  it("reports that work waits while every job lacks a heartbeat, and no longer", async () => {
    const { author, story } = await authorWithStory();
    const { scene } = await askScene(author, story.id);
    const waits = async () => {
      const response = await author.get(`/ai/scene-status/${scene._id}`);
      return response.body.data.isWaiting;
    };
    const silent = (seconds: number) => ({
      status: "processing" as const,
      heartbeatAt: new Date(Date.now() - seconds * 1_000),
    });
    const here = { ownerId: author.viewer.id, storyId: story.id, sceneId: scene._id };
    // Work that has not begun is only queued.
    expect(await waits()).toBe(false);
    await db.job.updateMany({ where: here, data: silent(8) });
    expect(await waits()).toBe(false);
    await db.job.updateMany({ where: here, data: silent(20) });
    expect(await waits()).toBe(true);
    const other = await db.job.create({ data: { ...here, kind: "panel_image", ...silent(1) } });
    expect(await waits()).toBe(false);
    await db.job.delete({ where: { id: other.id } });
    await playEvents();
    expect(await waits()).toBe(false);
  });

  it("reports how many scenes are queued before it: authors take turns", async () => {
    await db.job.deleteMany();
    const [greedy, other, newcomer] = [await makeAuthor(), await makeAuthor(), await makeAuthor()];
    const scenesOf = async (author: Awaited<ReturnType<typeof makeAuthor>>, count: number) => {
      const ids: string[] = [];
      for (let number = 0; number < count; number += 1) {
        const story = await makeStory(author);
        const words = { storyId: story.id, prompt: `${prompt} ${number}` };
        ids.push((await generateScene(author.viewer, words, null)).scene._id);
        await ageQuota(author.viewer.id, 10);
      }
      return ids;
    };
    const jobOf = (sceneId: string) => db.job.findFirstOrThrow({ where: { sceneId } });
    const placeOf = async (author: typeof greedy, sceneId: string | undefined) => {
      const response = await author.get(`/ai/scene-status/${sceneId}`);
      return response.body.data.scenesBefore;
    };
    const [first, second, third, fourth] = await scenesOf(greedy, 4);
    const [others] = await scenesOf(other, 1);
    const [newest] = await scenesOf(newcomer, 1);
    const busy = await makeAuthor();
    const atWork = {
      ownerId: busy.viewer.id,
      kind: "scene" as const,
      status: "processing" as const,
      heartbeatAt: new Date(),
    };
    await db.job.createMany({ data: Array.from({ length: 40 }, () => atWork) });
    // A job that begins at once is not reported as waiting.
    expect(await placeOf(newcomer, newest)).toBeNull();
    const age = async () => {
      await db.$executeRaw`UPDATE job SET created_at = created_at - interval '5 s'`;
      // The answer of the database is kept for a second.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    };
    await age();
    expect(await Promise.all([first, second, fourth].map((id) => placeOf(greedy, id)))).toEqual([
      0, 3, 5,
    ]);
    expect(await placeOf(other, others)).toBe(1);
    expect(await placeOf(newcomer, newest)).toBe(2);
    // The first one begins: its author has had a turn, so the others come before all of his.
    const now = new Date();
    const begun = { status: "processing" as const, startedAt: now, heartbeatAt: now };
    await db.job.update({ where: { id: (await jobOf(first ?? "")).id }, data: begun });
    await age();
    expect(await placeOf(greedy, first)).toBeNull();
    expect(await placeOf(other, others)).toBe(0);
    expect(await placeOf(newcomer, newest)).toBe(1);
    expect(await placeOf(greedy, second)).toBe(2);
    expect(await placeOf(greedy, third)).toBe(3);
    // A job that waits while the writer has capacity waits for an engine that is down.
    await db.job.deleteMany({ where: { ownerId: busy.viewer.id } });
    await age();
    expect(await placeOf(other, others)).toBeNull();
  });

  it("reports the same for a scene that waits for a busy painter", async () => {
    await db.job.deleteMany();
    const { author, story } = await authorWithStory();
    const { scene } = await askScene(author, story.id);
    const here = { ownerId: author.viewer.id, storyId: story.id, sceneId: scene._id };
    const old = new Date(Date.now() - 10_000);
    await db.job.updateMany({
      where: here,
      data: { status: "completed", startedAt: old, finishedAt: old },
    });
    await db.job.create({ data: { ...here, kind: "panel_image" } });
    const placeOf = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const response = await author.get(`/ai/scene-status/${scene._id}`);
      return response.body.data.scenesBefore;
    };
    // It may wait for a portrait.
    expect(await placeOf()).toBeNull();
    const busy = await makeAuthor();
    await db.job.createMany({
      data: Array.from({ length: 40 }, () => ({
        ownerId: busy.viewer.id,
        kind: "image" as const,
        status: "processing" as const,
        heartbeatAt: new Date(),
      })),
    });
    expect(await placeOf()).toBe(0);
    await db.job.deleteMany();
  });

  it("does not exist for another account", async () => {
    const { author, story } = await authorWithStory();
    const { scene } = await askScene(author, story.id);
    const asked = async (who: Person | null) =>
      (await (who ?? visitor).get(`/ai/scene-status/${scene._id}`)).status;
    expect(await asked(await makeAuthor())).toBe(404);
    expect(await asked(null)).toBe(401);
    expect(await asked(await makeAuthor(true))).toBe(200);
  });
});
