import { beforeEach, describe, expect, it } from "vitest";
import { makeMedia } from "@/lib/generation/picture/make-media-service";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { getSceneProgress } from "@/lib/generation/queries";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import { mediaJobResult } from "@/lib/generation/schema";
import { reapStaleJobs } from "@/lib/generation/stale-jobs-service";
import { sweepMedia } from "@/lib/media/sweep-service";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { replaceStorage, storage } from "@/lib/platform/storage";
import type { Storage } from "@/lib/platform/storage/storage";
import { refundOf, start } from "../start";
import { forgetEvents, makeAuthor, playEvents, provideScript } from "../support";

beforeEach(forgetEvents);

describe("processes that die", () => {
  it("does not pay again for a recorded script or picture", async () => {
    const author = await makeAuthor();
    const { writer, painter } = provideScript(2);
    const { sceneId, jobId } = await start(author, 2);
    await writeScene(jobId);
    // As if the process had died after recording the script and before the step was reported.
    await db.job.update({ where: { id: jobId }, data: { status: "processing", finishedAt: null } });
    await writeScene(jobId);
    expect(writer.prompts).toHaveLength(1);
    expect(await db.job.count({ where: { sceneId, kind: "panel_image" } })).toBe(2);
    expect(await db.character.count({ where: { story: { authorId: author.viewer.id } } })).toBe(2);

    const panel = await db.job.findFirstOrThrow({ where: { sceneId, kind: "panel_image" } });
    await makeMedia(panel.id);
    await makeMedia(panel.id);
    await publishMedia(panel.id);
    await publishMedia(panel.id);
    expect(painter.panels).toHaveLength(1);
    expect(await db.take.count({ where: { panel: { sceneId } } })).toBe(1);
  });

  it("R9 fails work without a heartbeat and refunds it once", async () => {
    const author = await makeAuthor();
    provideScript(2);
    const { sceneId, jobId } = await start(author, 2);
    expect(await reapStaleJobs()).toEqual({ jobs: 0, rescued: 0, scenes: 0 });
    const longAgo = new Date(Date.now() - 11 * 60_000);
    await db.job.update({
      where: { id: jobId },
      data: { status: "processing", heartbeatAt: longAgo },
    });
    expect(await reapStaleJobs()).toMatchObject({ jobs: 1 });
    expect(await reapStaleJobs()).toMatchObject({ jobs: 0 });
    expect(await getSceneProgress(author.viewer, sceneId)).toMatchObject({
      isGenerating: false,
      hasError: true,
    });
    expect(await refundOf(jobId)).not.toBeNull();
  });

  describe("work that has not begun after 40 minutes", () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const lastMinute = { attempts: 1, heartbeatAt: minutesAgo(0.5) };

    /** The author's scene, written: its two panels wait since 40 minutes. */
    async function waitingPanels(author: Awaited<ReturnType<typeof makeAuthor>>) {
      provideScript(2);
      const { sceneId, jobId } = await start(author, 2);
      await writeScene(jobId);
      const where = { sceneId, kind: "panel_image" as const };
      await db.job.updateMany({ where, data: { createdAt: minutesAgo(40) } });
      // Portraits are no part of this.
      await db.job.deleteMany({ where: { ownerId: author.viewer.id, kind: "character_image" } });
      await db.job.deleteMany({ where: { ownerId: author.viewer.id, kind: "location_image" } });
      const [first, second] = await db.job.findMany({ where });
      return { writing: jobId, first: first?.id ?? "", second: second?.id ?? "" };
    }
    const statusOf = async (id: string) =>
      (await db.job.findUniqueOrThrow({ where: { id } })).status;
    // The rows of other tests are no work in progress here.
    beforeEach(() => db.job.deleteMany());

    it.each([
      ["gives the scene's place back", false],
      ["gives nothing back where its author had asked for it again", true],
    ])("R9 %s when one of its pictures is lost", async (_, isRetry) => {
      const { writing, first, second } = await waitingPanels(await makeAuthor());
      await makeMedia(second);
      await publishMedia(second);
      await db.job.update({ where: { id: second }, data: { heartbeatAt: minutesAgo(35) } });
      const noted = { errorCode: "ai_unavailable", errorMessage: "It was away." };
      const input = { prompt: "Mara on the pier", isRetry };
      await db.job.update({ where: { id: first }, data: { input, ...noted } });
      expect(await reapStaleJobs()).toMatchObject({ jobs: 1 });
      expect((await refundOf(writing)) !== null).toBe(!isRetry);
    });

    it("R9 stays queued while its author's other work is running, or has just ended", async () => {
      const { first, second } = await waitingPanels(await makeAuthor());
      const begun = { ...lastMinute, startedAt: minutesAgo(1) };
      await db.job.update({ where: { id: first }, data: { ...begun, status: "processing" } });
      expect(await reapStaleJobs()).toMatchObject({ jobs: 0 });
      const ended = { status: "completed" as const, finishedAt: new Date() };
      await db.job.update({ where: { id: first }, data: ended });
      expect(await reapStaleJobs()).toMatchObject({ jobs: 0 });
      expect(await statusOf(second)).toBe("queued");

      // Nothing goes on for a day.
      await db.job.update({ where: { id: second }, data: { createdAt: minutesAgo(24 * 60 + 1) } });
      expect(await reapStaleJobs()).toMatchObject({ jobs: 1 });
      expect(await statusOf(second)).toBe("failed");
    });

    it("R9 stays queued behind others who had to wait, and is lost where they had not", async () => {
      const other = await waitingPanels(await makeAuthor());
      const { first, second } = await waitingPanels(await makeAuthor());
      const data = { ...lastMinute, status: "processing" as const };
      await db.job.delete({ where: { id: other.second } });
      await db.job.update({
        where: { id: other.first },
        data: { ...data, startedAt: minutesAgo(1) },
      });
      expect(await reapStaleJobs()).toMatchObject({ jobs: 0 });
      expect(await statusOf(first)).toBe("queued");

      await db.job.update({
        where: { id: other.first },
        data: { createdAt: minutesAgo(1.2), startedAt: minutesAgo(1) },
      });
      expect(await reapStaleJobs()).toMatchObject({ jobs: 2 });
      expect([await statusOf(first), await statusOf(second)]).toEqual(["failed", "failed"]);
    });

    it("R9 is lost where its painter is idle, whatever the writer does", async () => {
      const { writing, first, second } = await waitingPanels(await makeAuthor());
      const begun = { createdAt: minutesAgo(20), startedAt: minutesAgo(1), finishedAt: null };
      const data = { ...lastMinute, ...begun, status: "processing" as const };
      await db.job.update({ where: { id: writing }, data });
      expect(await reapStaleJobs()).toMatchObject({ jobs: 2 });
      expect([await statusOf(first), await statusOf(second)]).toEqual(["failed", "failed"]);
      expect(await statusOf(writing)).toBe("processing");
    });
  });

  it("R9 closes an open scene whose jobs have all ended", async () => {
    const author = await makeAuthor();
    provideScript(1);
    const { sceneId } = await start(author, 1);
    await playEvents();
    await db.$executeRaw`UPDATE scene SET status = 'generating', updated_at = now() - interval '1 hour'
      WHERE id = ${sceneId}::uuid`;
    expect(await reapStaleJobs()).toMatchObject({ scenes: 1 });
    expect(await db.scene.findUnique({ where: { id: sceneId } })).toMatchObject({
      status: "completed",
    });
  });

  it("R10 drops a picture whose story was deleted, and its object with the sweep", async () => {
    const author = await makeAuthor();
    provideScript(1);
    const { storyId, sceneId, jobId } = await start(author, 1);
    await writeScene(jobId);
    const panel = await db.job.findFirstOrThrow({ where: { sceneId, kind: "panel_image" } });
    await makeMedia(panel.id);
    const { result } = await db.job.findUniqueOrThrow({ where: { id: panel.id } });
    const { mediaId } = mediaJobResult.parse(result);
    const { sha256, extension } = await db.mediaObject.findUniqueOrThrow({
      where: { id: mediaId },
    });
    const key = `${sha256}.${extension}`;
    expect(await storage().get(key)).not.toBeNull();
    await db.story.delete({ where: { id: storyId } });
    expect(await publishMedia(panel.id)).toBe(false);
    await sweepMedia(0);
    expect(await db.mediaObject.findUnique({ where: { id: mediaId } })).toBeNull();
    expect(await storage().get(key)).toBeNull();
  });

  it("R11 calls no painter while storage is unavailable, and resumes afterwards", async () => {
    const author = await makeAuthor();
    const { painter } = provideScript(1);
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
    await expect(makeMedia(panel.id)).rejects.toMatchObject({ code: "unavailable" });
    expect(painter.panels).toHaveLength(0);
    replaceStorage(real);
    await playEvents();
    expect(await getSceneProgress(author.viewer, sceneId)).toMatchObject({ isComplete: true });
    expect(painter.panels).toHaveLength(1);
  });
});
