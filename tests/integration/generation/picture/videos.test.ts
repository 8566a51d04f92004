import { beforeEach, describe, expect, it } from "vitest";
import { sweepMedia } from "@/lib/media/sweep-service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { type Author, playEvents, setUpPictures, type TestAnimator } from "../support";
import {
  choose,
  jobOf,
  panelOf,
  panelWithPicture,
  remove,
  takes,
  target,
  videoJob,
} from "./take-requests";

let author: Author;
let animator: TestAnimator;
beforeEach(async () => {
  ({ author, animator } = await setUpPictures());
});

describe("a video", () => {
  it("starts from the picture without bubbles, is stored here and shown when it is chosen", async () => {
    const place = await panelWithPicture(author);
    const body = { ...target(place), prompt: "The lamp flickers", imageUrl: place.imageUrl };
    const jobId = await jobOf(author, "generate-video", body);
    expect(await videoJob(author, jobId)).toEqual({
      jobId,
      status: "queued",
      progress: 0,
      isWaiting: false,
      type: "video",
      result: null,
      error: null,
    });
    await playEvents();
    const { result, ...rest } = await videoJob(author, jobId);
    expect(rest).toMatchObject({ status: "completed", progress: 100, error: null });
    expect(result).toEqual({
      videoUrl: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webm$/),
      originalImageUrl: place.imageUrl,
      isLocallyStored: true,
    });
    const stored = await storage().get(place.imageUrl.replace("/media/", ""));
    expect(Buffer.from(animator.requests[0]?.image.bytes ?? [])).toEqual(
      Buffer.from(stored?.bytes ?? []),
    );
    expect(await storage().get(result.videoUrl.replace("/media/", ""))).not.toBeNull();
    const row = await db.mediaObject.findFirstOrThrow({ where: { extension: "webm" } });
    expect(row).toMatchObject({ mediaType: "video/webm", width: 640, height: 640 });
    expect(row.duration).toBeCloseTo(2.5, 0);
    const [video] = await takes(author, place);
    expect(video).toMatchObject({
      type: "video",
      source: "generated",
      prompt: "The lamp flickers",
      model: "Test animator",
      url: result.videoUrl,
      originalImageUrl: place.imageUrl,
    });
    expect((await panelOf(place)).videoMediaId).toBeNull();
    const { imageMediaId } = await panelOf(place);
    expect((await choose(author, place, { videoUrl: video?.url })).status).toBe(200);
    expect(await panelOf(place)).toMatchObject({ imageMediaId, videoPrompt: "The lamp flickers" });
    expect(await takes(author, place)).toHaveLength(2);
    // A picture that was requested before remains a take.
    await jobOf(author, "regenerate-panel", { sceneId: place.sceneId, panelNumber: 1 });
    await choose(author, place, { videoUrl: video?.url });
    await playEvents();
    expect(await panelOf(place)).toMatchObject({
      status: "completed",
      imageMediaId,
      videoPrompt: "The lamp flickers",
      videoMediaId: row.id,
    });
    expect(await takes(author, place)).toHaveLength(3);
  });
});

describe("deleting a take", () => {
  it("removes it for good; the sweep deletes its object once no recent job refers to it", async () => {
    const place = await panelWithPicture(author);
    await jobOf(author, "generate-image", { ...target(place), prompt: "A lamp at sea" });
    await playEvents();
    const [lamp] = await takes(author, place);
    const key = lamp?.url.replace("/media/", "") ?? "";
    const answer = await remove(author, place, lamp?._id ?? "");
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: "Picture deleted." },
    ]);
    expect((await takes(author, place)).map(({ url }) => url)).toEqual([place.imageUrl]);
    expect((await remove(author, place, lamp?._id ?? "")).status).toBe(404);
    await sweepMedia(0);
    expect(await storage().get(key), "its job ended a moment ago").not.toBeNull();
    await db.job.updateMany({
      where: { storyId: place.storyId },
      data: { finishedAt: new Date(Date.now() - 61 * 60_000) },
    });
    await sweepMedia(0);
    expect(await storage().get(key)).toBeNull();
    expect(await storage().get(place.imageUrl.replace("/media/", ""))).not.toBeNull();
  });

  it("is refused for the picture or video that the panel shows", async () => {
    const place = await panelWithPicture(author);
    const body = { ...target(place), prompt: "The lamp flickers", imageUrl: place.imageUrl };
    await jobOf(author, "generate-video", body);
    await playEvents();
    const [video, picture] = await takes(author, place);
    await choose(author, place, { videoUrl: video?.url });
    for (const take of [video, picture]) {
      const answer = await remove(author, place, take?._id ?? "");
      expect([answer.status, answer.body.message]).toEqual([
        409,
        "This picture is on the panel now. Choose another one before deleting it.",
      ]);
    }
    await choose(author, place, { videoUrl: null });
    expect((await remove(author, place, video?._id ?? "")).status).toBe(200);
    expect(await takes(author, place)).toHaveLength(1);
  });

  it("keeps the object of a picture that a video is being made from", async () => {
    const place = await panelWithPicture(author);
    await jobOf(author, "generate-image", { ...target(place), prompt: "A lamp at sea" });
    await playEvents();
    const [lamp] = await takes(author, place);
    const body = { ...target(place), prompt: "It flickers", imageUrl: lamp?.url };
    const jobId = await jobOf(author, "generate-video", body);
    await remove(author, place, lamp?._id ?? "");
    await db.job.updateMany({
      where: { kind: "image", status: "completed" },
      data: { finishedAt: new Date(Date.now() - 61 * 60_000) },
    });
    await sweepMedia(0);
    await playEvents();
    expect(await videoJob(author, jobId)).toMatchObject({ status: "completed" });
    expect((await takes(author, place))[0]).toMatchObject({ originalImageUrl: lamp?.url });
  });
});
