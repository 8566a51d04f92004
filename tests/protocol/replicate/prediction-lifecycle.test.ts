import { setTimeout as pause } from "node:timers/promises";
import { NonRetriableError } from "inngest";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as postWebhook } from "@/app/api/webhooks/replicate/route";
import { overrideProviders } from "@/lib/ai";
import { createReplicateAnimator } from "@/lib/ai/replicate/animator";
import { failJob, runStep } from "@/lib/generation/jobs/completion-service";
import { makeMedia, type Progress, timeouts } from "@/lib/generation/picture/make-media-service";
import { cancelOrphanedPredictions } from "@/lib/generation/picture/prediction-service";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { db } from "@/lib/platform/db";
import {
  attemptsOf,
  imageJob,
  jobOf,
  type Place,
  panelWithPicture,
  takes,
  target,
  videoJob,
} from "../../integration/generation/picture/take-requests";
import {
  type Author,
  forgetEvents,
  makeAuthor,
  videoOf,
} from "../../integration/generation/support";
import { picturesOf } from "./published-schema";
import { type ReplicateServer, startReplicateServer, type TestPrediction } from "./server";
import { painterAt, token } from "./support";

const secret = vi.hoisted(() => {
  const made = `whsec_${Buffer.from("only for this test").toString("base64")}`;
  Object.assign(process.env, { REPLICATE_API_TOKEN: "r8_test", REPLICATE_WEBHOOK_SECRET: made });
  return made;
});

let server: ReplicateServer;
let author: Author;
let place: Place;
beforeAll(async () => {
  server = await startReplicateServer({ token, webhookSecret: secret, takes: 5 });
  const painter = painterAt(server, { timeoutMs: 1_000 });
  const model = "seedance-1-lite" as const;
  const animator = createReplicateAnimator({ token, baseUrl: server.url, model });
  overrideProviders({ painter, animator });
  author = await makeAuthor();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.forget();
  await forgetEvents();
  place = await panelWithPicture(author);
});

const picture = (prompt = "A lamp") =>
  jobOf(author, "generate-image", { ...target(place), prompt: `${prompt} ${crypto.randomUUID()}` });
const creations = () => server.calls.filter(({ kind }) => kind === "create").length;
const first = () => server.predictions[0] as TestPrediction;
const rowsOf = (jobId: string) => db.prediction.findMany({ where: { jobId } });

/** Plays the engine: looks until it is made, with nine tries for each look. */
async function runPrediction(
  jobId: string,
  make: (jobId: string) => Promise<Progress> = makeMedia,
) {
  for (let tries = 0; tries < 9; ) {
    try {
      const progress = await runStep(jobId, () => make(jobId));
      if (typeof progress === "boolean") return progress;
      tries = 0;
      await pause(10);
    } catch (error) {
      if (error instanceof NonRetriableError) break;
      tries += 1;
    }
  }
  await failJob(jobId);
  return "failed";
}

describe("a picture by prediction", () => {
  it("is requested once, polled, stored with its model, and counted once", async () => {
    const jobId = await picture();
    expect(await makeMedia(jobId)).toEqual({ lookInSeconds: 1 });
    expect(await rowsOf(jobId)).toMatchObject([
      { attemptId: `${jobId}:1`, externalId: first().id, endedAt: null },
    ]);
    expect(await runPrediction(jobId)).toBe(true);
    expect(await makeMedia(jobId)).toBe(true);
    await publishMedia(jobId);
    expect([creations(), await attemptsOf(jobId)]).toEqual([1, 1]);
    expect((await takes(author, place))[0]).toMatchObject({ model: "seedream-4" });
    expect(await rowsOf(jobId)).toMatchObject([{ endedAt: expect.any(Date) }]);
    expect(await db.providerCall.findMany({ where: { jobId } })).toMatchObject([
      { model: "bytedance/seedream-4", outcome: "completed", costMicros: 30_000n },
    ]);
  });

  it("carries the maximum of portraits of the story's model", async () => {
    const data = { imageGenerationModel: "flux-kontext-pro" } as const;
    await db.story.update({ where: { id: place.storyId }, data });
    const portrait = await db.take.findFirstOrThrow({ where: { panelId: place.panelId } });
    const primaryMediaId = portrait.mediaId;
    const mara = await db.character.findFirstOrThrow({ where: { storyId: place.storyId } });
    await db.character.update({ where: { id: mara.id }, data: { primaryMediaId } });
    const { id: _, createdAt: _made, libraryBase: _base, ...sheet } = mara;
    const tom = await db.character.create({ data: { ...sheet, name: "Tom", primaryMediaId } });
    const characterIds = [mara.id, tom.id];
    await db.panel.update({ where: { id: place.panelId }, data: { characterIds } });
    const again = { sceneId: place.sceneId, panelNumber: 1, choose: false };
    expect(await runPrediction(await jobOf(author, "regenerate-panel", again))).toBe(true);
    expect(picturesOf(first().input)).toHaveLength(1);
    expect(first().input.prompt).toContain("image 1 is Mara. ");
    expect(server.violations).toEqual([]);
  });

  it("R3 is resumed where its process died before it knew the prediction's id", async () => {
    const jobId = await picture();
    await makeMedia(jobId);
    await db.prediction.updateMany({ where: { jobId }, data: { externalId: null } });
    expect(await runPrediction(jobId)).toBe(true);
    expect([creations(), await attemptsOf(jobId)]).toEqual([1, 1]);
  });

  it("R3 is not requested again while the process that requested it may be alive", async () => {
    const jobId = await picture();
    await makeMedia(jobId);
    server.predictions.length = 0;
    await db.prediction.updateMany({ where: { jobId }, data: { externalId: null } });
    expect(await makeMedia(jobId)).toEqual({ lookInSeconds: 3 });
    expect(creations()).toBe(1);
    const createdAt = new Date(Date.now() - 60_000);
    await db.prediction.updateMany({ where: { jobId }, data: { createdAt } });
    expect(await runPrediction(jobId)).toBe(true);
    expect([creations(), await attemptsOf(jobId)]).toEqual([2, 2]);
  });

  it.each([
    ["a reset", { reset: "after" }],
    ["no answer", { hang: true }],
    ["a cut answer", { cut: true }],
    ["wrong JSON", { garbage: "{" }],
  ] as const)("R4 is found again where it was created and %s came", async (_, fault) => {
    server.next("create", fault);
    const jobId = await picture();
    expect(await runPrediction(jobId)).toBe(true);
    expect([creations(), server.predictions.length, await attemptsOf(jobId)]).toEqual([1, 1, 1]);
  });

  it("R4 is requested again where it was not created, or failed for load", async () => {
    server.next("create", { reset: "before" }, { status: 429 });
    server.end({ failed: "High demand (E003)" });
    const jobId = await picture();
    expect(await runPrediction(jobId)).toBe(true);
    expect([creations(), server.predictions.length, await attemptsOf(jobId)]).toEqual([4, 2, 4]);
    const attempts = (await rowsOf(jobId)).map(({ attemptId }) => attemptId).sort();
    expect(attempts).toEqual([1, 2, 3, 4].map((attempt) => `${jobId}:${attempt}`));
  });

  it("R4 costs nothing more where only a poll or a download fails", async () => {
    server.next("get", { status: 500 }, { reset: "before" }, { status: 429 });
    server.next("output", { cut: true }, { drip: true }, { status: 503 });
    const jobId = await picture();
    expect(await runPrediction(jobId)).toBe(true);
    expect([creations(), await attemptsOf(jobId)]).toEqual([1, 1]);
    expect(await db.providerCall.count({ where: { jobId } })).toBe(1);
  });

  it("R8 reports an expired output, and pays no second prediction", async () => {
    server.next("output", { status: 404 });
    const jobId = await picture();
    expect(await runPrediction(jobId)).toBe("failed");
    expect((await imageJob(author, jobId)).error).toBe(
      "Image generation failed: The finished picture was no longer there when it was fetched. Please try again.",
    );
    expect(creations()).toBe(1);
    expect(await db.providerCall.count({ where: { jobId, costMicros: 30_000n } })).toBe(1);
  });

  it("R4 is cancelled and requested again where it does not complete", async () => {
    server.end("never", "never", "never", "never");
    const jobId = await picture();
    expect(
      await runPrediction(jobId, (id) => makeMedia(id, { limits: { ...timeouts, picture: 1 } })),
    ).toBe("failed");
    expect(server.predictions.map(({ status }) => status)).toEqual(Array(4).fill("canceled"));
    expect((await imageJob(author, jobId)).error).toContain("did not answer in time");
  });

  it("R10 is cancelled where its story is deleted, by the next poll or by the sweep", async () => {
    server.end("never", "never");
    const [one, other] = [await picture("One"), await picture("Other")];
    await makeMedia(one);
    await makeMedia(other);
    await db.story.delete({ where: { id: place.storyId } });
    expect(await makeMedia(one)).toBe(false);
    expect(server.predictions.map(({ status }) => status)).toEqual(["canceled", "starting"]);
    expect(await cancelOrphanedPredictions()).toBe(1);
    expect(server.predictions[1]?.status).toBe("canceled");
    expect(await cancelOrphanedPredictions()).toBe(0);
  });
});

describe("webhooks", () => {
  const send = async (delivery: { headers: Record<string, string>; body: string }) => {
    const url = "http://localhost:3000/api/webhooks/replicate";
    const request = new Request(url, { method: "POST", ...delivery });
    return (await postWebhook(request, { params: Promise.resolve({}) })).status;
  };
  const told = (jobId: string) =>
    db.outboxEvent.count({
      where: { name: "prediction/ended", data: { path: ["jobId"], equals: jobId } },
    });

  it("S21 wake the waiting job once, in any number and order", async () => {
    server.end("never");
    const jobId = await picture();
    await makeMedia(jobId);
    const started = server.webhookOf({ ...first(), status: "starting" });
    expect([await send(started), await told(jobId)]).toEqual([204, 0]);
    await server.finish(first());
    const delivery = server.webhookOf(first(), { id: "msg_a" });
    expect([await send(delivery), await send(delivery)]).toEqual([204, 204]);
    expect(await send(server.webhookOf(first(), { id: "msg_b" }))).toBe(204);
    expect(await send(started)).toBe(204);
    expect(await told(jobId)).toBe(1);
    expect(await runPrediction(jobId)).toBe(true);
    // Late: no job waits any more.
    await forgetEvents();
    expect(await send(server.webhookOf(first(), { id: "msg_c" }))).toBe(204);
    expect(await told(jobId)).toBe(0);
  });

  it("S21 that are forged, old or another account's have no effect", async () => {
    server.end("never");
    const jobId = await picture();
    await makeMedia(jobId);
    const ended = { ...first(), status: "succeeded" as const, output: "http://169.254.169.254/" };
    const delivery = server.webhookOf(ended);
    const forged = { ...delivery, body: delivery.body.replace("169.254", "10.0") };
    expect(await send(forged)).toBe(401);
    expect(await send({ ...delivery, headers: {} })).toBe(401);
    expect(await send(server.webhookOf(ended, { age: 600 }))).toBe(401);
    expect(await send(server.webhookOf({ ...ended, id: "nobodyknowsthisone" }))).toBe(204);
    expect(await told(jobId)).toBe(0);
    // Well signed, and believed in nothing but that it is worth a look.
    expect(await send(delivery)).toBe(204);
    expect(await makeMedia(jobId)).toEqual({ lookInSeconds: 1 });
  });

  it("delay the next poll where they are set up", async () => {
    const webhook = "https://comics.example/api/webhooks/replicate";
    overrideProviders({ painter: painterAt(server, { webhook }) });
    const jobId = await picture();
    expect(await makeMedia(jobId)).toEqual({ lookInSeconds: 10 });
    expect(first()).toMatchObject({ webhook, webhook_events_filter: ["completed"] });
    expect(await runPrediction(jobId)).toBe(true);
    overrideProviders({ painter: painterAt(server, { timeoutMs: 1_000 }) });
  });
});

describe("a video by prediction", () => {
  const video = async () => {
    const body = { ...target(place), prompt: "It flickers", imageUrl: place.imageUrl };
    return jobOf(author, "generate-video", body);
  };

  it("begins with the panel's own picture and is stored", async () => {
    const { bytes } = await videoOf();
    server.end({ output: { bytes, mediaType: "video/webm", extension: "webm" } });
    const jobId = await video();
    expect(await runPrediction(jobId)).toBe(true);
    await publishMedia(jobId);
    expect((await takes(author, place))[0]).toMatchObject({
      type: "video",
      model: "Seedance 1 Lite",
    });
    expect([creations(), server.violations]).toEqual([1, []]);
    expect(await db.providerCall.findMany({ where: { jobId } })).toMatchObject([
      { kind: "video", costMicros: 180_000n },
    ]);
  });

  const timeIsOver = async (jobId: string) => {
    const startedAt = new Date(Date.now() - timeouts.allVideos - 1_000);
    await db.job.update({ where: { id: jobId }, data: { startedAt } });
  };

  it("R3 is taken where it finished in time and was not polled until after the deadline", async () => {
    const { bytes } = await videoOf();
    server.end({ output: { bytes, mediaType: "video/webm", extension: "webm" } });
    const jobId = await video();
    await makeMedia(jobId);
    await server.finish(first());
    await timeIsOver(jobId);
    expect(await makeMedia(jobId)).toBe(true);
    await publishMedia(jobId);
    expect((await takes(author, place))[0]).toMatchObject({ type: "video" });
    expect([creations(), await attemptsOf(jobId)]).toEqual([1, 1]);
    expect(await rowsOf(jobId)).toMatchObject([{ endedAt: expect.any(Date), droppedAt: null }]);
  });

  it("R4 is cancelled when the time for all attempts is over", async () => {
    server.end("never", "never");
    const jobId = await video();
    await makeMedia(jobId);
    await runStep(jobId, () => makeMedia(jobId, { limits: { ...timeouts, video: 1 } })).catch(
      () => {},
    );
    expect(first().status).toBe("canceled");
    await makeMedia(jobId);
    await timeIsOver(jobId);
    expect(await runPrediction(jobId)).toBe("failed");
    expect((await videoJob(author, jobId)).error).toBe("Video generation timed out");
    expect(server.predictions.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  });
});
