import { NonRetriableError } from "inngest";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { failJob, failScene, refund, runStep } from "@/lib/generation/jobs/completion-service";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import { unfinishedMessage } from "@/lib/generation/jobs/job-service";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import {
  drawn,
  ended,
  failedPanel,
  jobOf,
  mediaId,
  newJob,
  newScene,
  ownerId,
  type PanelData,
  panelOf,
  refundOf,
  sceneOf,
  secondsSince,
  settle,
  storyId,
} from "./job-fixture";

describe("R5 a scene closes", () => {
  it("R5 when its script is whole and its last panel has ended", async () => {
    const { sceneId, jobId, panelIds } = await newScene([drawn(), { status: "processing" }]);
    expect(await settle(sceneId)).toBe(false);
    await db.job.update({ where: { id: jobId }, data: ended("completed") });
    expect(await settle(sceneId)).toBe(false);
    expect(await sceneOf(sceneId)).toMatchObject({ status: "generating" });
    await db.panel.update({ where: { id: panelIds[1] ?? "" }, data: drawn() });
    expect(await settle(sceneId)).toBe(true);
    expect(await sceneOf(sceneId)).toMatchObject({ status: "completed", errorMessage: null });
    expect(await refundOf(jobId)).toBeNull();
  });

  it("R5 with a message where some pictures failed", async () => {
    const { sceneId, jobId } = await newScene([drawn(), failedPanel], {}, ended("completed"));
    expect(await settle(sceneId)).toBe(true);
    expect(await sceneOf(sceneId)).toMatchObject({
      status: "completed",
      errorMessage: failureMessages.someImages,
    });
    expect(await refundOf(jobId)).toBeNull();
  });

  it("R7 as failed where all failed, with one refund", async () => {
    const { sceneId, jobId } = await newScene([failedPanel], {}, ended("completed"));
    expect(await settle(sceneId)).toBe(true);
    expect(await sceneOf(sceneId)).toMatchObject({
      status: "failed",
      errorMessage: failureMessages.images,
    });
    const first = await refundOf(jobId);
    expect(secondsSince(first)).toBeLessThan(30);
    await refund(db, jobId);
    expect(await refundOf(jobId)).toEqual(first);
  });

  it("R7 refunds nothing where a complete scene is redrawn", async () => {
    const scene = { status: "completed" };
    const { sceneId, jobId } = await newScene([failedPanel], scene, ended("completed"));
    expect(await settle(sceneId)).toBe(true);
    expect((await sceneOf(sceneId)).status).toBe("failed");
    expect(await refundOf(jobId)).toBeNull();
  });

  it("R5 also where its script's job is deleted, and not where that job failed", async () => {
    const { sceneId, jobId } = await newScene([drawn()], {}, ended("failed"));
    expect(await settle(sceneId)).toBe(false);
    await db.job.delete({ where: { id: jobId } });
    expect(await settle(sceneId)).toBe(true);
  });

  it("R7 with a writer that failed, once its author has redrawn the last panel", async () => {
    const scene = { status: "failed", errorMessage: failureMessages.writing };
    const { sceneId, panelIds } = await newScene([drawn(), failedPanel], scene, ended("failed"));
    expect(await settle(sceneId, true)).toBe(false);
    expect(await sceneOf(sceneId)).toMatchObject(scene);
    await db.panel.update({ where: { id: panelIds[1] ?? "" }, data: drawn() });
    expect(await settle(sceneId)).toBe(false);
    expect(await settle(sceneId, true)).toBe(true);
    expect(await sceneOf(sceneId)).toMatchObject({ status: "completed", errorMessage: null });
  });

  it("R5 by the last job of its own generation", async () => {
    const { sceneId } = await newScene([drawn()], { generation: 2 }, ended("failed"));
    await newJob({ kind: "scene", sceneId, generation: 2, ...ended("completed") });
    const older = { createdAt: new Date(0), ...ended("failed") };
    await newJob({ kind: "scene", sceneId, generation: 2, ...older });
    await newJob({ kind: "panel_image", sceneId, generation: 2, ...ended("failed") });
    expect(await settle(sceneId)).toBe(true);
  });

  it("R10 not where it is deleted", async () => {
    expect(await settle(crypto.randomUUID())).toBeNull();
  });
});

describe("R7 a job that fails for good", () => {
  it("R7 fails its scene, and refunds the generation once", async () => {
    const { sceneId, jobId, panelIds } = await newScene([{}, { status: "processing" }]);
    await newJob({ kind: "panel_image", sceneId, panelId: panelIds[1] ?? "" });
    await failJob(jobId);
    expect(await jobOf(jobId)).toMatchObject({
      status: "failed",
      errorCode: "writer_failed",
      errorMessage: failureMessages.writing,
    });
    expect(await sceneOf(sceneId)).toMatchObject({
      status: "failed",
      errorMessage: failureMessages.writing,
    });
    expect(await panelOf(panelIds[0])).toMatchObject({
      status: "failed",
      errorMessage: failureMessages.writing,
    });
    // It is being drawn: that has an end of its own.
    expect((await panelOf(panelIds[1])).status).toBe("processing");
    const first = await refundOf(jobId);
    expect(first).not.toBeNull();
    await failJob(jobId, { code: "content_flagged", message: "x" });
    expect(await refundOf(jobId)).toEqual(first);
    expect((await jobOf(jobId)).errorMessage).toBe(failureMessages.writing);
  });

  it("R7 reports the recorded reason, or else the current one", async () => {
    const noted = { errorCode: "ai_unavailable", errorMessage: "over quota" };
    const { id: told } = await newJob({ kind: "scene", ...noted });
    await failJob(told, { code: "content_flagged", message: "no" });
    expect((await jobOf(told)).errorMessage).toBe(failureMessages.flagged);
    const { id } = await newJob({ kind: "scene", ...noted });
    await failJob(id);
    expect((await jobOf(id)).errorMessage).toBe(failureMessages.quota);
    const { id: half } = await newJob({ kind: "scene", errorCode: "ai_unavailable" });
    await failJob(half);
    expect((await jobOf(half)).errorCode).toBe("writer_failed");
  });

  it.each([
    ["image", "image_failed", `${failureMessages.image}: ${unfinishedMessage}`],
    ["panel_image", "image_failed", `${failureMessages.image}: ${unfinishedMessage}`],
    ["character_image", "image_failed", unfinishedMessage],
    ["video", "video_failed", `${failureMessages.video}: ${unfinishedMessage}`],
  ] as const)("R7 names its kind: %s", async (kind, errorCode, errorMessage) => {
    const { id } = await newJob({ kind });
    await failJob(id);
    expect(await jobOf(id)).toMatchObject({ status: "failed", errorCode, errorMessage });
  });

  it.each(["character_image", "location_image"] as const)(
    "R9 wakes who waits for a portrait: %s",
    async (kind) => {
      await db.outboxEvent.deleteMany();
      const { id } = await newJob({ kind });
      await failJob(id);
      const event = await db.outboxEvent.findUnique({ where: { id: `portrait-ended:${id}` } });
      expect(event).toMatchObject({ name: "portrait/ended", data: { jobId: id, ownerId } });
      await failJob((await newJob()).id);
      expect(await db.outboxEvent.count()).toBe(1);
    },
  );

  it("R5 fails its panel alone, and closes the scene", async () => {
    const panels = [drawn(), { status: "processing" as const }];
    const { sceneId, panelIds } = await newScene(panels, {}, ended("completed"));
    const panelId = panelIds[1] ?? "";
    const input = { prompt: "A door" };
    const { id } = await newJob({ kind: "panel_image", sceneId, panelId, input });
    await failJob(id, { code: "content_flagged", message: "no" });
    expect(await panelOf(panelId)).toMatchObject({
      status: "failed",
      errorMessage: failureMessages.flagged,
      isContentFlag: true,
    });
    expect(await panelOf(panelIds[0])).toMatchObject({ status: "completed" });
    expect(await sceneOf(sceneId)).toMatchObject({ errorMessage: failureMessages.someImages });
  });

  it("R5 keeps the earlier picture of a regenerated panel, and only there", async () => {
    const fail = async (panel: PanelData, isRetry: boolean) => {
      await db.scene.deleteMany({ where: { storyId } });
      const { sceneId, panelIds } = await newScene([panel], {}, ended("completed"));
      const [panelId = ""] = panelIds;
      const input = { prompt: "A door", isRetry };
      const { id } = await newJob({ kind: "panel_image", sceneId, panelId, input });
      await failJob(id);
      return panelOf(panelId);
    };
    const inWork = { status: "processing" as const, imageMediaId: mediaId };
    expect(await fail(inWork, true)).toMatchObject({ status: "completed", errorMessage: null });
    expect(await fail(inWork, false)).toMatchObject({ status: "failed", isContentFlag: false });
    expect(await fail({ status: "processing" }, true)).toMatchObject({ status: "failed" });
  });

  it("R10 reports nothing on a scene that is being regenerated, nor for a take", async () => {
    const { sceneId, panelIds } = await newScene([{ status: "processing" }], { generation: 2 });
    const [panelId = ""] = panelIds;
    const input = { prompt: "A door" };
    const more = { sceneId, panelId, input };
    await failJob((await newJob({ kind: "panel_image", generation: 1, ...more })).id);
    await failJob((await newJob({ kind: "image", generation: 2, ...more })).id);
    await failJob((await newJob({ kind: "video", generation: 2, ...more })).id);
    expect((await panelOf(panelId)).status).toBe("processing");
    expect((await sceneOf(sceneId)).status).toBe("generating");
    await failJob(crypto.randomUUID());
  });
});

describe("R7 a scene whose script failed", () => {
  it("R7 stays readable where it has all its earlier pictures", async () => {
    const kept = { status: "queued" as const, imageMediaId: mediaId };
    const { sceneId, panelIds } = await newScene([kept, drawn()]);
    await db.$transaction((tx) => failScene(tx, sceneId, "No script."));
    expect(await sceneOf(sceneId)).toMatchObject({
      status: "completed",
      errorMessage: "No script.",
    });
    expect(await panelOf(panelIds[0])).toMatchObject({ status: "completed", errorMessage: null });
  });

  it("R7 unlocks a panel that was being drawn for the previous generation", async () => {
    const held = { status: "processing", imageMediaId: mediaId } as const;
    const { sceneId, panelIds } = await newScene([drawn(), held]);
    const panelId = panelIds[1] ?? "";
    await newJob({ kind: "panel_image", sceneId, panelId, ...ended("failed") });
    await db.$transaction((tx) => failScene(tx, sceneId, "No script."));
    expect(await panelOf(panelId)).toMatchObject({ status: "completed", errorMessage: null });
  });

  it("R7 fails without panels, and keeps those whose pictures are requested", async () => {
    const { sceneId, panelIds } = await newScene([{}, {}, {}]);
    const [waits = "", ordered = "", over = ""] = panelIds;
    await newJob({ kind: "panel_image", sceneId, panelId: ordered });
    await newJob({ kind: "image", sceneId, panelId: waits });
    await newJob({ kind: "panel_image", sceneId, panelId: over, ...ended("failed") });
    await db.$transaction((tx) => failScene(tx, sceneId, "No script."));
    const states = await Promise.all(panelIds.map(panelOf));
    expect(states.map(({ status }) => status)).toEqual(["failed", "queued", "failed"]);
    expect((await sceneOf(sceneId)).status).toBe("failed");
    const empty = await db.scene.create({ data: { storyId, sceneNumber: 2 } });
    await db.$transaction((tx) => failScene(tx, empty.id, "No script."));
    expect(await sceneOf(empty.id)).toMatchObject({ status: "failed" });
  });
});

describe("R4 a step", () => {
  it("R4 returns the result", async () => {
    expect(await runStep((await newJob()).id, async () => 7)).toBe(7);
  });

  it("R4 records a retryable error, and fails at once for a permanent one", async () => {
    const { id } = await newJob();
    const away = new AppError("image_failed", "It did not work.");
    await expect(runStep(id, () => Promise.reject(away))).rejects.toBe(away);
    expect(await jobOf(id)).toMatchObject({
      status: "queued",
      errorCode: "image_failed",
      errorMessage: "It did not work.",
    });
    const flagged = new AppError("content_flagged", "no");
    const step = runStep(id, () => Promise.reject(flagged));
    await expect(step).rejects.toBeInstanceOf(NonRetriableError);
    expect(await jobOf(id)).toMatchObject({
      status: "failed",
      errorMessage: failureMessages.flagged,
    });
  });

  it("R4 keeps the reason where the scene is locked, until the engine ends the job", async () => {
    const panels = [{ status: "processing" as const }];
    const { sceneId, panelIds } = await newScene(panels, {}, ended("completed"));
    const panelId = panelIds[0] ?? "";
    const { id } = await newJob({
      kind: "panel_image",
      sceneId,
      panelId,
      input: { prompt: "A door" },
    });
    const other = new Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    try {
      await other.query("BEGIN");
      await other.query("SELECT 1 FROM scene WHERE id = $1 FOR UPDATE", [sceneId]);
      const flagged = new AppError("content_flagged", "no");
      const step = runStep(id, () => Promise.reject(flagged));
      await expect(step).rejects.toBeInstanceOf(NonRetriableError);
    } finally {
      await other.end();
    }
    expect(await jobOf(id)).toMatchObject({ status: "queued", errorCode: "content_flagged" });
    await failJob(id);
    expect(await panelOf(panelId)).toMatchObject({
      errorMessage: failureMessages.flagged,
      isContentFlag: true,
    });
  });

  it("R4 waits for a short lock on the scene", async () => {
    const { sceneId, jobId } = await newScene([]);
    const other = new Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT 1 FROM scene WHERE id = $1 FOR UPDATE", [sceneId]);
    // Longer than a transaction waits for a lock, shorter than two do.
    const freed = new Promise((resolve) => setTimeout(resolve, 1_300)).then(() => other.end());
    await Promise.all([failJob(jobId), freed]);
    expect(await jobOf(jobId)).toMatchObject({ status: "failed" });
  });
});
