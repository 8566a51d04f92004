import { beforeEach, describe, expect, it } from "vitest";
import { createDemoAnimator } from "@/lib/demo-studio/animator";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { failJob, runStep } from "@/lib/generation/jobs/completion-service";
import { makeMedia, timeouts } from "@/lib/generation/picture/make-media-service";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
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
  attemptsOf,
  imageJob,
  jobOf,
  panelOf,
  panelWithPicture,
  takes,
  target,
  videoJob,
} from "./take-requests";

const flagged = "Content flagged as sensitive. Try a different prompt.";
const limited = "Rate limit reached. Please wait a moment and try again.";
const html = Buffer.from("<!doctype html><title>Sign in</title>");
const writer = new TestWriter([scriptOf(1)]);

let author: Author;
beforeEach(async () => {
  author = await freshAuthor();
});

/** As the engine does it, until the step is given up. */
async function tryOften(jobId: string, step: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < 9; turn += 1) {
    await runStep(jobId, step).catch(() => {});
  }
  await failJob(jobId);
}
const hang = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

describe("takes that fail", () => {
  it.each([
    ["R6 flagged", new AppError("content_flagged", "E005"), flagged, 1],
    ["R4 busy", new AppError("ai_rate_limited", "429 Too Many Requests"), limited, 4],
    ["R4 failing", new AppError("image_failed", "No ink."), "Image generation failed: No ink.", 4],
    [
      "R4 down",
      new AppError("ai_unavailable", "The studio cannot be reached."),
      "Image generation failed: The studio cannot be reached.",
      4,
    ],
    ["a bug", new TypeError("x is undefined"), "Image generation failed", 4],
  ])(
    "%s ends in the catalogue's words, a creation for each attempt",
    async (_, error, text, calls) => {
      const painter = new TestPainter(async () => {
        throw error;
      });
      provide(writer, painter);
      const place = await panelWithPicture(author);
      const before = await panelOf(place);
      const again = { sceneId: place.sceneId, panelNumber: 1, choose: false };
      const free = { ...target(place), prompt: "A lamp at sea" };
      const change = { ...free, isRefineMode: true, initialImageUrl: place.imageUrl };
      const jobs = [
        await jobOf(author, "regenerate-panel", again),
        await jobOf(author, "generate-image", free),
        await jobOf(author, "generate-image", change),
      ];
      await playEvents();
      for (const jobId of jobs) {
        expect(await imageJob(author, jobId)).toMatchObject({ status: "failed", error: text });
        expect(await attemptsOf(jobId)).toBe(calls);
      }
      expect(painter.requests).toHaveLength(3 * calls);
      expect(new Set(painter.requests.map(({ attemptId }) => attemptId)).size).toBe(3 * calls);
      // The panel shows what it showed, and says nothing of it.
      expect(await panelOf(place)).toEqual(before);
      expect(await takes(author, place)).toHaveLength(1);
    },
  );

  it("R4 a hanging call is aborted and retried", async () => {
    const painter = new TestPainter(({ signal }) => hang(signal));
    provide(writer, painter);
    const place = await panelWithPicture(author);
    const jobId = await jobOf(author, "generate-image", {
      ...target(place),
      prompt: "A lamp at sea",
    });
    await tryOften(jobId, () => makeMedia(jobId, { limits: { ...timeouts, picture: 40 } }));
    expect(await imageJob(author, jobId)).toMatchObject({
      status: "failed",
      error: "Image generation failed: The AI service did not answer in time.",
    });
    expect([painter.requests.length, await attemptsOf(jobId)]).toEqual([4, 4]);
  });
});

describe("videos that fail", () => {
  const ask = async (prompt = "It flickers") => {
    const place = await panelWithPicture(author);
    const body = { ...target(place), prompt, imageUrl: place.imageUrl };
    return { place, jobId: await jobOf(author, "generate-video", body) };
  };

  it.each([
    ["R6 flagged", new AppError("content_flagged", "E005"), flagged, 1],
    ["R6 flagged in other words", new AppError("video_failed", "flagged as sensitive"), flagged, 1],
    ["R4 busy", new AppError("ai_rate_limited", "Slow down."), limited, 4],
    [
      "R4 failing",
      new AppError("video_failed", "No film."),
      "Video generation failed: No film.",
      4,
    ],
    [
      "R4 down",
      new AppError("ai_unavailable", "The animator cannot be reached."),
      "Video generation failed: The animator cannot be reached.",
      4,
    ],
    ["a bug", new TypeError("x is undefined"), "Video generation failed", 4],
  ])(
    "%s ends in the catalogue's words, a creation for each attempt",
    async (_, error, text, calls) => {
      const animator = new TestAnimator(async () => {
        throw error;
      });
      provide(writer, new TestPainter(), animator);
      const { place, jobId } = await ask();
      const before = await panelOf(place);
      await playEvents();
      expect(await videoJob(author, jobId)).toMatchObject({
        status: "failed",
        result: null,
        error: text,
      });
      expect([animator.requests.length, await attemptsOf(jobId)]).toEqual([calls, calls]);
      expect(new Set(animator.requests.map(({ attemptId }) => attemptId)).size).toBe(calls);
      expect(await panelOf(place)).toEqual(before);
      expect(await takes(author, place)).toHaveLength(1);
    },
  );

  it.each([
    [
      "is ended and tried again",
      { video: 40, allVideos: 600_000 },
      4,
      "Video generation failed: The AI service did not answer in time.",
    ],
    [
      "ends when the time for all attempts is over",
      { video: 600_000, allVideos: 100 },
      1,
      "Video generation timed out",
    ],
  ])("R4 a hanging call %s", async (_, limits, calls, text) => {
    const animator = new TestAnimator(({ signal }) => hang(signal));
    provide(writer, new TestPainter(), animator);
    const { jobId } = await ask();
    await tryOften(jobId, () => makeMedia(jobId, { limits: { ...timeouts, ...limits } }));
    expect(await videoJob(author, jobId)).toMatchObject({ status: "failed", error: text });
    expect([animator.requests.length, await attemptsOf(jobId)]).toEqual([calls, calls]);
  });

  it("R4 is not requested again once the time for all attempts is over", async () => {
    const animator = new TestAnimator(async () => {
      throw new AppError("ai_unavailable", "ECONNREFUSED");
    });
    provide(writer, new TestPainter(), animator);
    const { jobId } = await ask();
    await runStep(jobId, () => makeMedia(jobId)).catch(() => {});
    const startedAt = new Date(Date.now() - 6 * 60_000 - 1_000);
    await db.job.update({ where: { id: jobId }, data: { startedAt } });
    await tryOften(jobId, () => makeMedia(jobId));
    expect((await videoJob(author, jobId)).error).toBe("Video generation timed out");
    expect(animator.requests).toHaveLength(1);
  });

  it("S14 refuses HTML and truncated bytes instead of a video, once", async () => {
    for (const bytes of [html, Buffer.alloc(0), Buffer.from("1a45dfa3", "hex")]) {
      const animator = new TestAnimator(async () => ({ bytes }));
      provide(writer, new TestPainter(), animator);
      const { jobId } = await ask();
      await playEvents();
      expect((await videoJob(author, jobId)).error).toBe(
        "Video generation failed: The video that came back could not be used. Please try again.",
      );
      expect(animator.requests).toHaveLength(1);
    }
    expect(await db.mediaObject.count({ where: { mediaType: { startsWith: "video/" } } })).toBe(0);
  });

  it("fails on purpose with the demo studio", async () => {
    provide(writer, createDemoPainter(), createDemoAnimator());
    for (const [mark, text] of [
      ["[[flagged]]", flagged],
      ["[[busy]]", limited],
      ["[[fail]]", "Video generation failed: The video could not be made. Please try again."],
    ]) {
      const { jobId } = await ask(`It flickers ${mark}`);
      await playEvents();
      expect((await videoJob(author, jobId)).error).toBe(text);
    }
  });
});
