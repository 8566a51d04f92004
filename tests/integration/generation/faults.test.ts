import { beforeEach, describe, expect, it } from "vitest";
import { GET as getJob } from "@/app/api/ai/image-status/[jobId]/route";
import { POST as postPanel } from "@/app/api/ai/regenerate-panel/route";
import { reapLostJobs } from "@/lib/generation/failure-service";
import { paintPanel, showPanel } from "@/lib/generation/panel-service";
import { sceneProgress } from "@/lib/generation/queries";
import { paintJobResult } from "@/lib/generation/schema";
import { generateScene } from "@/lib/generation/service";
import { writeScene } from "@/lib/generation/writing-service";
import { sweepMedia } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { replaceStorage, storage } from "@/lib/platform/storage";
import type { Storage } from "@/lib/platform/storage/storage";
import {
  type Author,
  call,
  context,
  forgetEvents,
  makeAuthor,
  makeStory,
  playEvents,
  provide,
  scriptOf,
  TestPainter,
  TestWriter,
} from "./support";

const prompt = "Mara climbs down the cliff and finds a door in the waves.";

beforeEach(forgetEvents);

async function start(author: Author, panels = 3) {
  const story = await makeStory(author);
  const { scene, jobId } = await generateScene(
    author.viewer,
    { storyId: story.id, prompt, maxPanels: panels },
    null,
  );
  return { storyId: story.id, sceneId: scene._id, jobId };
}

const failFor = (text: string, error: () => Error) =>
  new TestPainter(async (request) => {
    if (request.prompt.includes(text)) throw error();
    return {};
  });

describe("pictures that fail", () => {
  it("R5 leaves the others, marks the panel, completes the scene in part, and that panel alone is painted again", async () => {
    const author = await makeAuthor();
    provide(
      new TestWriter([scriptOf(3)]),
      failFor("moment 2", () => new AppError("image_failed", "The image model is out of order.")),
    );
    const { sceneId, jobId } = await start(author);
    await playEvents();
    const progress = await sceneProgress(author.viewer, sceneId);
    expect(progress).toMatchObject({
      isGenerating: false,
      isComplete: true,
      hasError: false,
      hasPartialErrors: true,
      errorMessage: "Scene completed but some images failed to generate",
    });
    expect(progress.scene.panels.map((panel) => panel.status)).toEqual([
      "completed",
      "failed",
      "completed",
    ]);
    expect(progress.scene.panels[1]?.imageGenerationError).toEqual({
      message: "The image model is out of order.",
      isContentFlag: false,
    });
    // A scene that has pictures has used its place in the hour.
    expect((await db.quotaEntry.findUniqueOrThrow({ where: { jobId } })).refundedAt).toBeNull();

    const painter = new TestPainter();
    provide(new TestWriter([scriptOf(3)]), painter);
    const response = await postPanel(
      call(author, "POST", { sceneId, panelNumber: 2, prompt: "Mara on the pier, another way" }),
      context(),
    );
    expect(response.status).toBe(202);
    const retry = (await response.json()).data.jobId;
    await playEvents();
    expect(painter.panels.map((request) => request.prompt)).toEqual([
      "Mara on the pier, another way",
    ]);
    const after = await sceneProgress(author.viewer, sceneId);
    expect(after).toMatchObject({ hasPartialErrors: false, errorMessage: null, isComplete: true });
    const job = await (await getJob(call(author, "GET"), context({ jobId: retry }))).json();
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

  it("R6 does not try flagged content again and says so on that panel only", async () => {
    const author = await makeAuthor();
    const painter = failFor("moment 1", () => new AppError("content_flagged", "E005"));
    provide(new TestWriter([scriptOf(2)]), painter);
    const { sceneId } = await start(author, 2);
    await playEvents();
    const { scene } = await sceneProgress(author.viewer, sceneId);
    expect(scene.panels.map((panel) => panel.imageGenerationError)).toEqual([
      { message: "Content flagged as sensitive. Try a different prompt.", isContentFlag: true },
      null,
    ]);
    expect(painter.panels.filter(({ prompt: asked }) => asked.includes("moment 1"))).toHaveLength(
      1,
    );
  });

  it("R4 counts one attempt for each call of a painter that comes back after two failures", async () => {
    const author = await makeAuthor();
    let calls = 0;
    const painter = new TestPainter(async ({ kind }) => {
      if (kind === "panel" && ++calls <= 2) throw new AppError("ai_unavailable", "ECONNRESET");
      return {};
    });
    provide(new TestWriter([scriptOf(1)]), painter);
    const { sceneId } = await start(author, 1);
    await playEvents();
    const jobs = await db.job.findMany({ where: { sceneId, kind: "panel_image" } });
    expect(jobs.map(({ status, attempts }) => [status, attempts])).toEqual([["completed", 3]]);
    expect(new Set(painter.panels.map(({ attemptId }) => attemptId)).size).toBe(3);
  });

  it("fails a scene whose pictures all failed and gives the generation back", async () => {
    const author = await makeAuthor();
    provide(
      new TestWriter([scriptOf(2)]),
      failFor("moment", () => new AppError("image_failed", "No.")),
    );
    const { sceneId, jobId } = await start(author, 2);
    await playEvents();
    expect(await sceneProgress(author.viewer, sceneId)).toMatchObject({
      isGenerating: false,
      hasError: true,
      errorMessage: "Scene generation failed during image creation",
    });
    expect((await db.quotaEntry.findUniqueOrThrow({ where: { jobId } })).refundedAt).not.toBeNull();
  });

  it.each([
    ["HTML", Buffer.from("<!doctype html><title>Sign in</title>")],
    ["a cut picture", null],
    ["nothing", Buffer.alloc(0)],
  ])("S14 refuses %s in place of a picture, once", async (_, bytes) => {
    const author = await makeAuthor();
    const painter = new TestPainter(async ({ kind, seed }) => {
      if (kind !== "panel") return {};
      const whole = await import("./support").then(({ pictureOf }) => pictureOf(seed, 800, 800));
      return { bytes: bytes ?? whole.subarray(0, whole.length / 2) };
    });
    provide(new TestWriter([scriptOf(1)]), painter);
    const { sceneId } = await start(author, 1);
    await playEvents();
    const { scene } = await sceneProgress(author.viewer, sceneId);
    expect(scene.panels[0]?.imageGenerationError?.message).toBe(
      "The picture that came back could not be used. Please try again.",
    );
    expect(painter.panels).toHaveLength(1);
    expect(await db.take.count({ where: { panel: { sceneId } } })).toBe(0);
  });
});

describe("scripts that fail", () => {
  const fenced = `Here it is:\n\`\`\`json\n${scriptOf(2)}\n\`\`\``;
  it("R7 takes fenced JSON as it is", async () => {
    const author = await makeAuthor();
    const writer = new TestWriter([fenced]);
    provide(writer, new TestPainter());
    const { sceneId } = await start(author, 2);
    await playEvents();
    expect(await sceneProgress(author.viewer, sceneId)).toMatchObject({ isComplete: true });
    expect(writer.prompts).toHaveLength(1);
  });

  it.each([
    ["cut JSON", scriptOf(3).slice(0, -90), "cut off"],
    ["too few panels", scriptOf(1), "It has 1 panels; exactly 3 are needed."],
    ["nothing", "", "no JSON object"],
    ["a panel without a prompt", scriptOf(3, { panels: [{ shot: "wide" }] }), "Panel 1"],
    ["a megabyte", scriptOf(3, { description: "x".repeat(1_000_000) }), "256 kB"],
  ])("R7 has %s repaired once, keeping the panels that are being drawn", async (_, bad, said) => {
    const author = await makeAuthor();
    const writer = new TestWriter([bad, scriptOf(3)]);
    const painter = new TestPainter();
    provide(writer, painter);
    const { sceneId } = await start(author);
    await playEvents();
    expect(writer.prompts).toHaveLength(2);
    expect(writer.prompts[1]).toContain(said);
    expect(await sceneProgress(author.viewer, sceneId)).toMatchObject({ isComplete: true });
    expect(painter.panels).toHaveLength(3);
  });

  it("R7 fails after the repair, says why, gives the generation back, and asks no third time", async () => {
    const author = await makeAuthor();
    const writer = new TestWriter(["[]"]);
    provide(writer, new TestPainter());
    const { sceneId, jobId } = await start(author);
    await playEvents();
    expect(writer.prompts).toHaveLength(2);
    expect(await sceneProgress(author.viewer, sceneId)).toMatchObject({
      isGenerating: false,
      hasError: true,
      errorMessage: expect.stringContaining("AI scene generation failed"),
    });
    expect((await db.quotaEntry.findUniqueOrThrow({ where: { jobId } })).refundedAt).not.toBeNull();
    expect(await db.panel.count({ where: { sceneId, status: "queued" } })).toBe(0);
  });

  it("S25 takes nothing of a script as an id, an address or a foreign character", async () => {
    const author = await makeAuthor();
    const other = await db.character.create({
      data: {
        storyId: (await makeStory(await makeAuthor())).id,
        name: "Foreign",
        description: "Somebody else's character.",
        imagePrompt: "not to be used",
        seed: "x",
      },
    });
    const script = scriptOf(1, {
      id: other.id,
      storyId: other.storyId,
      imageUrl: "http://169.254.169.254/",
      panels: [
        {
          shot: "wide",
          characters: ["Foreign", other.id, "Mara"],
          location: other.id,
          imagePrompt: "Mara <img src=x onerror=alert(1)> on the pier",
          altText: "<script>alert(1)</script>",
          lines: [{ speaker: "Mara", kind: "speech", text: "</script>" }],
          imageMediaId: other.id,
        },
      ],
    });
    provide(new TestWriter([script]), new TestPainter());
    const { sceneId } = await start(author, 1);
    await playEvents();
    const panel = await db.panel.findFirstOrThrow({ where: { sceneId } });
    const mara = await db.character.findFirstOrThrow({
      where: { name: "Mara", story: { authorId: author.viewer.id } },
    });
    expect(panel).toMatchObject({ characterIds: [mara.id], locationId: null });
  });
});

describe("processes that die", () => {
  it("pays nothing again for a script or a picture that is recorded", async () => {
    const author = await makeAuthor();
    const writer = new TestWriter([scriptOf(2)]);
    const painter = new TestPainter();
    provide(writer, painter);
    const { sceneId, jobId } = await start(author, 2);
    await writeScene(jobId);
    // As if the process had died after recording the script and before the step was reported.
    await db.job.update({ where: { id: jobId }, data: { status: "processing", finishedAt: null } });
    await writeScene(jobId);
    expect(writer.prompts).toHaveLength(1);
    expect(await db.job.count({ where: { sceneId, kind: "panel_image" } })).toBe(2);
    expect(await db.character.count({ where: { story: { authorId: author.viewer.id } } })).toBe(2);

    const panel = await db.job.findFirstOrThrow({ where: { sceneId, kind: "panel_image" } });
    await paintPanel(panel.id);
    await paintPanel(panel.id);
    await showPanel(panel.id);
    await showPanel(panel.id);
    expect(painter.panels).toHaveLength(1);
    expect(await db.take.count({ where: { panel: { sceneId } } })).toBe(1);
  });

  it("R9 fails work without a sign of life and gives it back once", async () => {
    const author = await makeAuthor();
    provide(new TestWriter([scriptOf(2)]), new TestPainter());
    const { sceneId, jobId } = await start(author, 2);
    expect(await reapLostJobs()).toEqual({ jobs: 0, scenes: 0 });
    const longAgo = new Date(Date.now() - 11 * 60_000);
    await db.job.update({
      where: { id: jobId },
      data: { status: "processing", heartbeatAt: longAgo },
    });
    expect(await reapLostJobs()).toMatchObject({ jobs: 1 });
    expect(await reapLostJobs()).toMatchObject({ jobs: 0 });
    expect(await sceneProgress(author.viewer, sceneId)).toMatchObject({
      isGenerating: false,
      hasError: true,
    });
    expect((await db.quotaEntry.findUniqueOrThrow({ where: { jobId } })).refundedAt).not.toBeNull();
  });

  it("R9 closes a scene that was left open although all its work has ended", async () => {
    const author = await makeAuthor();
    provide(new TestWriter([scriptOf(1)]), new TestPainter());
    const { sceneId } = await start(author, 1);
    await playEvents();
    await db.$executeRaw`UPDATE scene SET status = 'generating', updated_at = now() - interval '1 hour'
      WHERE id = ${sceneId}::uuid`;
    expect(await reapLostJobs()).toMatchObject({ scenes: 1 });
    expect(await db.scene.findUnique({ where: { id: sceneId } })).toMatchObject({
      status: "completed",
    });
  });

  it("R10 drops a picture whose story was deleted meanwhile, and its object with the sweep", async () => {
    const author = await makeAuthor();
    const painter = new TestPainter();
    provide(new TestWriter([scriptOf(1)]), painter);
    const { storyId, sceneId, jobId } = await start(author, 1);
    await writeScene(jobId);
    const panel = await db.job.findFirstOrThrow({ where: { sceneId, kind: "panel_image" } });
    await paintPanel(panel.id);
    const { result } = await db.job.findUniqueOrThrow({ where: { id: panel.id } });
    const { mediaId, imageUrl } = paintJobResult.parse(result);
    const key = imageUrl.replace("/media/", "");
    expect(await storage().get(key)).not.toBeNull();
    await db.story.delete({ where: { id: storyId } });
    expect(await showPanel(panel.id)).toBe(false);
    await sweepMedia(0);
    expect(await db.mediaObject.findUnique({ where: { id: mediaId } })).toBeNull();
    expect(await storage().get(key)).toBeNull();
  });

  it("R11 pays no painter while storage is away, and goes on when it is back", async () => {
    const author = await makeAuthor();
    const painter = new TestPainter();
    provide(new TestWriter([scriptOf(1)]), painter);
    const { sceneId, jobId } = await start(author, 1);
    await writeScene(jobId);
    const panel = await db.job.findFirstOrThrow({ where: { sceneId, kind: "panel_image" } });
    const away: Storage = {
      ...storage(),
      check: async () => {
        throw new AppError("unavailable", "Pictures cannot be stored right now.");
      },
    };
    const real = replaceStorage(away);
    await expect(paintPanel(panel.id)).rejects.toMatchObject({ code: "unavailable" });
    expect(painter.panels).toHaveLength(0);
    replaceStorage(real);
    await playEvents();
    expect(await sceneProgress(author.viewer, sceneId)).toMatchObject({ isComplete: true });
    expect(painter.panels).toHaveLength(1);
  });
});

describe("references", () => {
  it("carry the portraits of those in the frame, in order, at most as many as the painter takes", async () => {
    const author = await makeAuthor();
    const painter = new TestPainter(undefined, 2);
    provide(
      new TestWriter([
        scriptOf(1, {
          panels: [
            {
              shot: "wide",
              characters: ["Old Tom", "Mara"],
              location: "North Pier",
              imagePrompt: "Both of them on the pier at dusk",
              altText: "Both of them.",
              lines: [],
            },
          ],
        }),
      ]),
      painter,
    );
    const { jobId } = await start(author, 1);
    await writeScene(jobId);
    // Portraits first, as the panel's function waits for them.
    const events = await db.outboxEvent.findMany({ where: { name: "portrait/requested" } });
    await db.outboxEvent.updateMany({
      where: { id: { in: events.map(({ id }) => id) } },
      data: { createdAt: new Date(0) },
    });
    await playEvents();
    const [request] = painter.panels;
    expect(request?.figures.map(({ name, portrait }) => [name, Boolean(portrait)])).toEqual([
      ["Old Tom", true],
      ["Mara", true],
    ]);
    expect(request?.location).toMatchObject({ name: "North Pier" });
    expect(request?.location?.portrait).toBeUndefined();
    expect(request?.prompt).toContain("image 1 shows Old Tom, image 2 shows Mara");
  });
});
