import { afterAll, describe, expect, it } from "vitest";
import { getSceneProgress } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { askScene, generateScene } from "../../integration/generation/start";
import { authorWithStory } from "../../integration/generation/support";
import { GenerationHarness } from "./harness";

const workshop = await GenerationHarness.open({ writerMs: 300, painterMs: 200 });
afterAll(() => workshop.close());

const prompt = "Mara the keeper climbs down the cliff and finds a door standing in the waves.";
const patient = { timeout: 40_000, interval: 100 };

describe("a scene through the embedded engine", () => {
  it("is written, painted, lettered and closed, with each provider paid once", async () => {
    const { author, story } = await authorWithStory();
    const before = workshop.calls().length;
    const { scene, jobId } = await askScene(author, story.id, { maxPanels: 6 });
    const look = () => getSceneProgress(author.viewer, scene._id);
    await expect.poll(async () => (await look()).isGenerating, patient).toBe(false);
    const done = await look();
    expect(done).toMatchObject({ isComplete: true, hasError: false, hasPartialErrors: false });
    expect(done.scene.title).not.toBe("");
    expect(done.scene.panels).toHaveLength(6);
    for (const panel of done.scene.panels) {
      expect(panel).toMatchObject({ status: "completed", hasImage: true });
      expect(panel.altText).not.toBe("");
      expect(panel.placeholder).not.toBeNull();
      expect(await storage().get(String(panel.imageUrl).slice(7))).not.toBeNull();
    }
    expect(done.scene.panels.some((panel) => panel.textBubbles.length > 0)).toBe(true);
    // Portraits and smaller encodings follow.
    const open = {
      where: { storyId: story.id, status: { in: ["queued", "processing"] as const } },
    };
    await expect
      .poll(
        () => db.job.count({ where: { ...open.where, status: { in: [...open.where.status.in] } } }),
        patient,
      )
      .toBe(0);
    const jobs = await db.job.findMany({ where: { storyId: story.id } });
    expect(jobs.every(({ status, attempts }) => status === "completed" && attempts === 1)).toBe(
      true,
    );
    expect(workshop.calls()).toHaveLength(before + jobs.length);
    expect(jobs.map(({ id }) => id)).toContain(jobId);
    await expect.poll(() => db.outboxEvent.count({ where: { sentAt: null } }), patient).toBe(0);
    expect(await db.story.findUnique({ where: { id: story.id } })).toMatchObject({
      previewMediaId: expect.any(String),
    });
  });

  it("aborts the work of a scene that is regenerated", async () => {
    const { author, story } = await authorWithStory();
    const first = await askScene(author, story.id, { maxPanels: 3 });
    await db.quotaEntry.updateMany({
      where: { userId: author.viewer.id },
      data: { createdAt: new Date(Date.now() - 60_000) },
    });
    await generateScene(
      author.viewer,
      {
        storyId: story.id,
        prompt: "Mara finds nothing at all and walks home along the beach.",
        maxPanels: 2,
        regenerateExisting: true,
        existingSceneId: first.scene._id,
      },
      null,
    );
    const look = () => getSceneProgress(author.viewer, first.scene._id);
    await expect.poll(async () => (await look()).isGenerating, patient).toBe(false);
    const { scene } = await look();
    expect(scene.panels.map(({ status }) => status)).toEqual(["completed", "completed"]);
    expect(await db.job.findUnique({ where: { id: first.jobId } })).toMatchObject({
      status: "failed",
      errorCode: "conflict",
    });
    const open = { sceneId: scene._id, status: { in: ["queued" as const, "processing" as const] } };
    expect(await db.job.count({ where: open })).toBe(0);
  });

  it("fails with its reason after the engine's retries where the writer is unavailable, with a refund", async () => {
    const { author, story } = await authorWithStory();
    const { scene, jobId } = await generateScene(
      author.viewer,
      { storyId: story.id, prompt: `${prompt} [[ai-down]]`, maxPanels: 2 },
      null,
    );
    const look = () => getSceneProgress(author.viewer, scene._id);
    await expect.poll(async () => (await look()).hasError, patient).toBe(true);
    expect((await look()).errorMessage).toBe(
      "AI generation failed. This might be temporary - please try again or contact support if it persists.",
    );
    expect(await db.job.findUnique({ where: { id: jobId } })).toMatchObject({
      status: "failed",
      attempts: 4,
    });
    expect((await db.quotaEntry.findUniqueOrThrow({ where: { jobId } })).refundedAt).not.toBeNull();
  });
});
