import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { makeMedia } from "@/lib/generation/picture/make-media-service";
import { cancelOrphanedPredictions } from "@/lib/generation/picture/prediction-service";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { reapStaleJobs } from "@/lib/generation/stale-jobs-service";
import { db } from "@/lib/platform/db";
import { replaceStorage, storage } from "@/lib/platform/storage";
import {
  attemptsOf,
  imageJob,
  jobOf,
  type Place,
  panelOf,
  panelWithPicture,
  takes,
  target,
} from "../../integration/generation/picture/take-requests";
import { forgetEvents, makeAuthor } from "../../integration/generation/support";
import { startReplicateServer, type TestPrediction } from "./server";
import { painterAt, token } from "./support";

let place: Place;
const server = await startReplicateServer({ token, takes: 1 });
overrideProviders({ painter: painterAt(server, { timeoutMs: 1_000 }) });
const author = await makeAuthor();
afterAll(() => server.close());
const stored = storage();
afterEach(() => void replaceStorage(stored));
beforeEach(async () => {
  await db.job.updateMany({ where: { finishedAt: null }, data: over });
  await cancelOrphanedPredictions();
  server.forget();
  await forgetEvents();
  place = await panelWithPicture(author);
});

const picture = (prompt = `A lamp ${crypto.randomUUID()}`, at = place) =>
  jobOf(author, "generate-image", { ...target(at), prompt });
const nth = (index: number) => server.predictions[index] as TestPrediction;
const creations = () => server.calls.filter(({ kind }) => kind === "create").length;
const billed = (jobId: string) => db.providerCall.findMany({ where: { jobId } });
const order = (jobId: string) => db.prediction.findFirstOrThrow({ where: { jobId } });

async function untilDone(jobId: string) {
  while (typeof (await makeMedia(jobId)) === "object") await pause(5);
}

/** Ordered, done at the provider, and not looked for. */
async function doneUnseen(jobId: string) {
  await makeMedia(jobId);
  await server.finish(server.predictions.at(-1) as TestPrediction);
}

const over = { status: "failed" as const, finishedAt: new Date() };
const long = new Date(Date.now() - 11 * 60_000);
const loseSight = (jobId: string) =>
  db.job.update({ where: { id: jobId }, data: { heartbeatAt: long } });

describe("the cost of a prediction", () => {
  it("is recorded where it completed before it was cancelled, with its story deleted", async () => {
    const jobId = await picture();
    await doneUnseen(jobId);
    await db.story.delete({ where: { id: place.storyId } });
    expect(await cancelOrphanedPredictions()).toBe(1);
    expect(nth(0).status).toBe("succeeded");
    expect(await billed(jobId)).toMatchObject([
      {
        userId: author.viewer.id,
        storyId: null,
        outcome: "completed",
        costMicros: 30_000n,
        requestId: nth(0).id,
      },
    ]);
    expect(await cancelOrphanedPredictions()).toBe(0);
  });

  it("is zero where it was cancelled in time, which is recorded too", async () => {
    server.end("never");
    const jobId = await picture();
    await makeMedia(jobId);
    await db.story.delete({ where: { id: place.storyId } });
    expect(await makeMedia(jobId)).toBe(false);
    expect(nth(0).status).toBe("canceled");
    expect(await billed(jobId)).toMatchObject([{ outcome: "failed", costMicros: 0n }]);
  });

  it("is found by the sweep where the process died before it was recorded", async () => {
    const jobId = await picture();
    // Every write about a call fails, as if the process had died there.
    await db.$executeRaw`CREATE FUNCTION no_call() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'died here'; END $$`;
    await db.$executeRaw`CREATE TRIGGER no_call BEFORE INSERT ON provider_call
      FOR EACH ROW EXECUTE FUNCTION no_call()`;
    try {
      await untilDone(jobId);
    } finally {
      await db.$executeRaw`DROP FUNCTION no_call CASCADE`;
    }
    // The picture is there, and the order stays open until its cost stands in the ledger.
    expect(await publishMedia(jobId)).toBe(true);
    expect(await order(jobId)).toMatchObject({ endedAt: null });
    expect(await billed(jobId)).toEqual([]);
    await cancelOrphanedPredictions();
    expect(await billed(jobId)).toMatchObject([{ storyId: place.storyId, costMicros: 30_000n }]);
    expect(await order(jobId)).toMatchObject({ endedAt: expect.any(Date) });
    await cancelOrphanedPredictions();
    expect(await billed(jobId)).toHaveLength(1);
    expect(creations()).toBe(1);
  });

  it("is requested again where the provider does not respond, for one day", async () => {
    const jobId = await picture();
    await doneUnseen(jobId);
    await db.job.update({ where: { id: jobId }, data: over });
    server.next("get", { status: 500 });
    await cancelOrphanedPredictions();
    expect(await billed(jobId)).toEqual([]);
    server.next("get", { status: 401 });
    await cancelOrphanedPredictions();
    expect(await order(jobId)).toMatchObject({ endedAt: null, droppedAt: expect.any(Date) });
    const other = await picture();
    await makeMedia(other);
    await db.job.update({ where: { id: other }, data: over });
    const createdAt = new Date(Date.now() - 25 * 3_600_000);
    await db.prediction.updateMany({ where: { jobId: other }, data: { createdAt } });
    expect(await cancelOrphanedPredictions()).toBe(2);
    expect(await billed(jobId)).toHaveLength(1);
    expect(await billed(other)).toEqual([]);
    expect(await cancelOrphanedPredictions()).toBe(0);
  });

  it("is recorded of a prediction whose response was lost, with its job deleted", async () => {
    server.next("create", { reset: "after" });
    const jobId = await picture();
    await expect(makeMedia(jobId)).rejects.toThrow();
    await server.finish(nth(0));
    await db.story.delete({ where: { id: place.storyId } });
    await cancelOrphanedPredictions();
    expect(await billed(jobId)).toMatchObject([{ requestId: nth(0).id, costMicros: 30_000n }]);
  });
});

describe("R3 predictions with equal prompts whose responses were lost", () => {
  it("R3 are adopted each by the job that made it, in any order", async () => {
    const elsewhere = await panelWithPicture(author);
    const prompt = "The very same lamp";
    const [one, two] = [await picture(prompt), await picture(prompt, elsewhere)];
    server.next("create", { reset: "after" }, { reset: "after" });
    await expect(makeMedia(one)).rejects.toThrow();
    await expect(makeMedia(two)).rejects.toThrow();
    await untilDone(two);
    await untilDone(one);
    expect(await order(one)).toMatchObject({ externalId: nth(0).id });
    expect(await order(two)).toMatchObject({ externalId: nth(1).id });
    expect([creations(), server.violations]).toEqual([2, []]);
    // Their prompts are alike, and nothing at the provider tells them apart.
    const [first, second] = server.predictions.map(({ input }) => String(input.prompt));
    expect(first).not.toBe(second);
    expect(first?.trimEnd()).toBe(second?.trimEnd());
  });

  it("R3 are never adopted by another job, even where its own was never created", async () => {
    const elsewhere = await panelWithPicture(author);
    const prompt = "Another lamp";
    const [one, two] = [await picture(prompt), await picture(prompt, elsewhere)];
    server.next("create", { reset: "after" }, { reset: "before" });
    await expect(makeMedia(one)).rejects.toThrow();
    await expect(makeMedia(two)).rejects.toThrow();
    await untilDone(two);
    await untilDone(one);
    expect(await order(one)).toMatchObject({ externalId: nth(0).id });
    expect([server.predictions.length, creations()]).toEqual([2, 3]);
  });

  it("R3 are adopted by their prompt despite changed white space", async () => {
    server.next("create", { reset: "after" });
    const jobId = await picture();
    await expect(makeMedia(jobId)).rejects.toThrow();
    nth(0).input.prompt = String(nth(0).input.prompt).trimEnd();
    await untilDone(jobId);
    expect([creations(), await attemptsOf(jobId)]).toEqual([1, 1]);
  });
});

describe("R9 the reaper and results at a provider", () => {
  it("R9 stores a ready result, for takes and panels alike, and pays once", async () => {
    const jobId = await picture();
    await doneUnseen(jobId);
    await loseSight(jobId);
    const elsewhere = await panelWithPicture(author);
    const before = await panelOf(elsewhere);
    const asked = { sceneId: elsewhere.sceneId, panelNumber: 1 };
    const panelJob = await jobOf(author, "generate-panel-image", asked);
    await makeMedia(panelJob);
    await server.finish(nth(1));
    await loseSight(panelJob);
    expect(await reapStaleJobs()).toMatchObject({ jobs: 2, rescued: 2 });
    expect(await imageJob(author, jobId)).toMatchObject({ status: "completed", error: null });
    expect(await takes(author, place)).toHaveLength(2);
    expect((await panelOf(elsewhere)).imageMediaId).not.toBe(before.imageMediaId);
    expect(creations()).toBe(2);
    expect([...(await billed(jobId)), ...(await billed(panelJob))]).toHaveLength(2);
    expect(await reapStaleJobs()).toMatchObject({ jobs: 0 });
  });

  it("R9 shows a recorded result whose process died before it was shown", async () => {
    const jobId = await picture();
    await untilDone(jobId);
    await loseSight(jobId);
    expect(await reapStaleJobs()).toMatchObject({ jobs: 1, rescued: 1 });
    expect(await takes(author, place)).toHaveLength(2);
  });

  it("R9 fails an overdue job, cancels its prediction, and creates none", async () => {
    server.end("never", { failed: "CUDA error" });
    const [slow, broken] = [await picture(), await picture()];
    await makeMedia(slow);
    await doneUnseen(broken);
    const unordered = await picture();
    const createdAt = new Date(Date.now() - 11 * 60_000);
    await db.prediction.updateMany({ where: { jobId: slow }, data: { createdAt } });
    await pause(20);
    await Promise.all([slow, broken].map(loseSight));
    await db.job.update({
      where: { id: unordered },
      data: { status: "processing", heartbeatAt: long },
    });
    expect(await reapStaleJobs()).toMatchObject({ jobs: 3, rescued: 0 });
    for (const jobId of [slow, broken, unordered]) {
      expect((await imageJob(author, jobId)).status).toBe("failed");
    }
    expect(nth(0).status).toBe("canceled");
    expect(creations()).toBe(2);
  });

  it("R9 R11 waits while provider or storage does not respond, but not forever", async () => {
    const jobId = await picture();
    await doneUnseen(jobId);
    await loseSight(jobId);
    server.next("get", { status: 500 });
    expect(await reapStaleJobs()).toMatchObject({ jobs: 1, rescued: 0 });
    expect((await imageJob(author, jobId)).status).toBe("processing");
    await loseSight(jobId);
    expect(await reapStaleJobs()).toMatchObject({ jobs: 1, rescued: 1 });

    const old = await picture();
    await doneUnseen(old);
    await db.job.update({
      where: { id: old },
      data: { heartbeatAt: long, createdAt: new Date(Date.now() - 61 * 60_000) },
    });
    server.next("get", { status: 500 });
    expect(await reapStaleJobs()).toMatchObject({ jobs: 1, rescued: 0 });
    expect((await imageJob(author, old)).status).toBe("failed");
  });
});
