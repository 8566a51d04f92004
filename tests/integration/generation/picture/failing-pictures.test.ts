import { beforeEach, describe, expect, it } from "vitest";
import { getSceneProgress } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { failFor, refundOf, start } from "../start";
import {
  forgetEvents,
  makeAuthor,
  pictureOf,
  playEvents,
  provideScript,
  TestPainter,
} from "../support";

beforeEach(forgetEvents);

describe("pictures that fail", () => {
  it("R5 keeps the others, marks the panel, completes the scene in part, and repaints that panel alone", async () => {
    const author = await makeAuthor();
    provideScript(
      3,
      failFor("moment 2", () => new AppError("image_failed", "The image model is out of order.")),
    );
    const { sceneId, jobId } = await start(author);
    await playEvents();
    const progress = await getSceneProgress(author.viewer, sceneId);
    expect(progress).toMatchObject({
      isGenerating: false,
      isComplete: true,
      hasError: false,
      hasPartialErrors: true,
      errorMessage: "some images failed to generate",
    });
    expect(progress.scene.panels.map((panel) => panel.status)).toEqual([
      "completed",
      "failed",
      "completed",
    ]);
    expect(progress.scene.panels[1]?.imageGenerationError).toEqual({
      message: "Image generation failed: The image model is out of order.",
      isContentFlag: false,
    });
    // A scene that has pictures has used its place in the hour.
    expect(await refundOf(jobId)).toBeNull();

    const { painter } = provideScript(3);
    const response = await author.post("/ai/regenerate-panel", {
      sceneId,
      panelNumber: 2,
      prompt: "Mara on the pier, another way",
    });
    expect(response.status).toBe(202);
    const retry = response.body.data.jobId;
    await playEvents();
    expect(painter.panels.map((request) => request.prompt)).toEqual([
      "Mara on the pier, another way\nShot: medium.",
    ]);
    const after = await getSceneProgress(author.viewer, sceneId);
    expect(after).toMatchObject({ hasPartialErrors: false, errorMessage: null, isComplete: true });
    const job = (await author.get(`/ai/image-status/${retry}`)).body;
    expect(job.data).toMatchObject({
      status: "completed",
      progress: 100,
      type: "panel_image",
      error: null,
      result: {
        imageUrl: after.scene.panels[1]?.imageUrl,
        prompt: "Mara on the pier, another way",
      },
    });
  });

  it("R4 counts one attempt for each call of a painter that comes back after two failures", async () => {
    const author = await makeAuthor();
    let calls = 0;
    const painter = new TestPainter(async ({ kind }) => {
      if (kind === "panel" && ++calls <= 2) throw new AppError("ai_unavailable", "ECONNRESET");
      return {};
    });
    provideScript(1, painter);
    const { sceneId } = await start(author, 1);
    await playEvents();
    const jobs = await db.job.findMany({ where: { sceneId, kind: "panel_image" } });
    expect(jobs.map(({ status, attempts }) => [status, attempts])).toEqual([["completed", 3]]);
    expect(new Set(painter.panels.map(({ attemptId }) => attemptId)).size).toBe(3);
  });

  it.each([
    ["HTML", Buffer.from("<!doctype html><title>Sign in</title>")],
    ["a cut picture", null],
    ["nothing", Buffer.alloc(0)],
  ])("S14 refuses %s instead of a picture, once", async (_, bytes) => {
    const author = await makeAuthor();
    const painter = new TestPainter(async ({ kind, seed }) => {
      if (kind !== "panel") return {};
      const whole = await pictureOf(seed, 800, 800);
      return { bytes: bytes ?? whole.subarray(0, whole.length / 2) };
    });
    provideScript(1, painter);
    const { sceneId } = await start(author, 1);
    await playEvents();
    const { scene } = await getSceneProgress(author.viewer, sceneId);
    expect(scene.panels[0]?.imageGenerationError?.message).toBe(
      "Image generation failed: The picture that came back could not be used. Please try again.",
    );
    expect(painter.panels).toHaveLength(1);
    expect(await db.take.count({ where: { panel: { sceneId } } })).toBe(0);
  });
});
