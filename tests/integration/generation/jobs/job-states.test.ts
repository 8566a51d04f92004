import { describe, expect, it } from "vitest";
import {
  beginAttempt,
  GivenUpError,
  hasRecentHeartbeat,
  markCompleted,
  markFailed,
  recordError,
  recordResult,
  sendHeartbeat,
  unfinishedMessage,
  withHeartbeat,
} from "@/lib/generation/jobs/job-service";
import { getImageJob } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { makeAuthor } from "../support";
import { ended, jobOf, mediaId, newJob, ownerId, secondsSince } from "./job-fixture";

describe("R3 an attempt at a paid call", () => {
  it("R3 is counted before the call, and identified by its count", async () => {
    const { id } = await newJob();
    expect(await beginAttempt(id)).toEqual({ attemptId: `${id}:1` });
    const first = await jobOf(id);
    expect(first).toMatchObject({ status: "processing", attempts: 1 });
    expect(secondsSince(first.heartbeatAt)).toBeLessThan(30);
    expect(await beginAttempt(id)).toEqual({ attemptId: `${id}:2` });
    expect((await jobOf(id)).startedAt).toEqual(first.startedAt);
  });

  it("R3 is the fourth at most, then the job fails with its last error", async () => {
    const { id } = await newJob({
      attempts: 3,
      errorCode: "ai_unavailable",
      errorMessage: "It was away.",
    });
    expect(await beginAttempt(id)).toEqual({ attemptId: `${id}:4` });
    const error = await beginAttempt(id).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(GivenUpError);
    expect(error).toMatchObject({ code: "ai_unavailable", message: "It was away." });
    expect((await jobOf(id)).attempts).toBe(4);
    const silent = await newJob({ attempts: 4 });
    await expect(beginAttempt(silent.id)).rejects.toMatchObject({
      code: "image_failed",
      message: unfinishedMessage,
    });
  });

  it("R10 is not made for a job that has ended or is deleted", async () => {
    for (const status of ["completed", "failed"] as const) {
      const { id } = await newJob(ended(status));
      expect(await beginAttempt(id)).toBeNull();
      expect((await jobOf(id)).attempts).toBe(0);
    }
    expect(await beginAttempt(crypto.randomUUID())).toBeNull();
  });
});

describe("R9 a heartbeat", () => {
  it("R9 is recorded for an open job, and reports that a closed one is no longer wanted", async () => {
    const open = await newJob();
    expect(await hasRecentHeartbeat(open.id)).toBe(false);
    expect(await sendHeartbeat(open.id)).toBe(true);
    expect(secondsSince((await jobOf(open.id)).heartbeatAt)).toBeLessThan(30);
    expect(await hasRecentHeartbeat(open.id)).toBe(true);
    const over = await newJob(ended("failed"));
    expect(await sendHeartbeat(over.id)).toBe(false);
    expect(await sendHeartbeat(crypto.randomUUID())).toBe(false);
    expect((await jobOf(over.id)).heartbeatAt).toBeNull();
  });

  it("R9 is fresh for fifteen seconds", async () => {
    const ago = (seconds: number) => ({ heartbeatAt: new Date(Date.now() - seconds * 1_000) });
    expect(await hasRecentHeartbeat((await newJob(ago(5))).id)).toBe(true);
    expect(await hasRecentHeartbeat((await newJob(ago(16))).id)).toBe(false);
  });

  it("R9 is sent while work is running, and no longer", async () => {
    const { id } = await newJob();
    const work = async (gone: AbortSignal) => {
      await expect.poll(() => hasRecentHeartbeat(id)).toBe(true);
      expect(gone.aborted).toBe(false);
      return "made";
    };
    expect(await withHeartbeat(id, work, 20)).toBe("made");
    await new Promise((resolve) => setTimeout(resolve, 200));
    await db.job.update({ where: { id }, data: { heartbeatAt: null } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await hasRecentHeartbeat(id)).toBe(false);
  });

  it("R10 aborts the work when its job has ended", async () => {
    const { id } = await newJob(ended("failed"));
    const work = (gone: AbortSignal) =>
      new Promise<string>((resolve) => {
        gone.addEventListener("abort", () => resolve("dropped"));
      });
    expect(await withHeartbeat(id, work, 20)).toBe("dropped");
  });
});

describe("R1 the end of a job", () => {
  const reason = { code: "image_failed", message: "No." } as const;

  it("R1 happens once: a later end changes nothing", async () => {
    const failing = await newJob();
    expect(await markFailed(db, failing.id, reason)).toBe(true);
    const failed = await jobOf(failing.id);
    expect(failed).toMatchObject({
      status: "failed",
      errorCode: "image_failed",
      errorMessage: "No.",
    });
    expect(secondsSince(failed.finishedAt)).toBeLessThan(30);
    expect(await markCompleted(db, failing.id)).toBe(false);
    expect(await markFailed(db, failing.id, { code: "internal", message: "x" })).toBe(false);
    expect(await recordResult(failing.id, { mediaId })).toBe(false);
    await recordError(failing.id, new AppError("internal", "x"));
    expect(await jobOf(failing.id)).toEqual(failed);
  });

  it("R1 clears earlier errors", async () => {
    const { id } = await newJob({ status: "processing" });
    await recordError(id, new AppError("ai_unavailable", "It was away."));
    expect(await jobOf(id)).toMatchObject({
      status: "processing",
      errorCode: "ai_unavailable",
      errorMessage: "It was away.",
    });
    expect(await recordResult(id, { mediaId })).toBe(true);
    const made = await jobOf(id);
    expect(made).toMatchObject({ progress: 90, result: { mediaId }, status: "processing" });
    expect(secondsSince(made.heartbeatAt)).toBeLessThan(30);
    expect(await markCompleted(db, id)).toBe(true);
    const done = await jobOf(id);
    expect(done).toMatchObject({
      status: "completed",
      progress: 100,
      errorCode: null,
      errorMessage: null,
    });
    expect(secondsSince(done.finishedAt)).toBeLessThan(30);
    expect(await markFailed(db, id, reason)).toBe(false);
  });
});

it("the author follows a job that the administrator requested in the story; others do not", async () => {
  const { viewer } = await makeAuthor();
  const { id: jobId } = await newJob({ ownerId: viewer.id });
  for (const id of [viewer.id, ownerId])
    expect(await getImageJob({ ...viewer, id }, jobId)).toMatchObject({ jobId });
  const stranger = getImageJob((await makeAuthor()).viewer, jobId);
  await expect(stranger).rejects.toMatchObject({ code: "not_found" });
});
