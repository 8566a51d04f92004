import { beforeEach, describe, expect, it } from "vitest";
import { withHeartbeat } from "@/lib/generation/jobs/job-service";
import { makeMedia } from "@/lib/generation/picture/make-media-service";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { mediaJobResult } from "@/lib/generation/schema";
import { reapStaleJobs } from "@/lib/generation/stale-jobs-service";
import { sweepMedia } from "@/lib/media/sweep-service";
import { db } from "@/lib/platform/db";
import { generateScene } from "../start";
import {
  type Author,
  freshAuthor,
  playEvents,
  provide,
  scriptOf,
  TestAnimator,
  TestPainter,
  TestWriter,
} from "../support";
import {
  imageJob,
  jobOf,
  panelOf,
  panelWithPicture,
  takes,
  target,
  videoJob,
} from "./take-requests";

const writer = new TestWriter([scriptOf(1)]);

let author: Author;
beforeEach(async () => {
  author = await freshAuthor();
});

const hang = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

describe("takes whose process or whose panel goes away", () => {
  it("R9 the reaper fails them without an error on the panel", async () => {
    provide(writer, new TestPainter(), new TestAnimator());
    const place = await panelWithPicture(author);
    const before = await panelOf(place);
    const body = { ...target(place), prompt: "A lamp at sea" };
    const picture = await jobOf(author, "generate-image", body);
    const video = await jobOf(author, "generate-video", { ...body, imageUrl: place.imageUrl });
    const heartbeatAt = new Date(Date.now() - 11 * 60_000);
    const data = { status: "processing" as const, heartbeatAt };
    await db.job.updateMany({ where: { id: { in: [picture, video] } }, data });
    expect(await reapStaleJobs()).toMatchObject({ jobs: 2 });
    expect(await imageJob(author, picture)).toMatchObject({
      status: "failed",
      error:
        "Image generation failed: The work on this stopped before it was done. Nothing is lost: please try again.",
    });
    expect(await videoJob(author, video)).toMatchObject({
      error:
        "Video generation failed: The work on this stopped before it was done. Nothing is lost: please try again.",
    });
    expect(await panelOf(place)).toEqual(before);
  });

  it("R10 drops a result that arrives after its scene was deleted, and its object with the sweep", async () => {
    provide(writer, new TestPainter(), new TestAnimator());
    const place = await panelWithPicture(author);
    const body = { ...target(place), prompt: "A lamp at sea", imageUrl: place.imageUrl };
    const video = await jobOf(author, "generate-video", body);
    await makeMedia(video);
    const { result } = await db.job.findUniqueOrThrow({ where: { id: video } });
    const { mediaId } = mediaJobResult.parse(result);
    await db.scene.delete({ where: { id: place.sceneId } });
    expect(await publishMedia(video)).toBe(false);
    await sweepMedia(0);
    expect(await db.mediaObject.findUnique({ where: { id: mediaId } })).toBeNull();
  });

  it("R10 cancels the provider's work when no job waits for it any more", async () => {
    const place = await panelWithPicture(author);
    const jobId = await jobOf(author, "generate-image", {
      ...target(place),
      prompt: "A lamp at sea",
    });
    const ended = expect(withHeartbeat(jobId, (gone) => hang(gone), 20)).rejects.toMatchObject({
      name: "AbortError",
    });
    await db.story.delete({ where: { id: place.storyId } });
    await ended;
  });

  it("continue when the scene is regenerated, even where their panel is left out", async () => {
    const painter = new TestPainter();
    provide(writer, painter, new TestAnimator());
    const place = await panelWithPicture(author);
    const second = await db.panel.create({
      data: { sceneId: place.sceneId, panelNumber: 2, status: "completed" },
    });
    const body = { ...target(place), panelNumber: 2, prompt: "A lamp at sea" };
    const jobId = await jobOf(author, "generate-image", body);
    await generateScene(
      author.viewer,
      {
        storyId: place.storyId,
        prompt: "Mara climbs down the cliff and finds a door.",
        maxPanels: 1,
        regenerateExisting: true,
        existingSceneId: place.sceneId,
      },
      null,
    );
    const [written] = await db.outboxEvent.findMany({ where: { name: "scene/requested" } });
    await db.outboxEvent.updateMany({
      where: { name: "picture/requested" },
      data: { createdAt: new Date(Date.now() + 60_000) },
    });
    expect(written).toBeDefined();
    await playEvents();
    expect(await db.panel.findUnique({ where: { id: second.id } })).toBeNull();
    expect(await imageJob(author, jobId)).toMatchObject({ status: "completed" });
    const prompts = (await takes(author, place)).map(({ prompt }) => prompt);
    expect(prompts).toContain("A lamp at sea");
    expect(prompts).toHaveLength(3);
  });
});
