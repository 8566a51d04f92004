import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearPortraitJob,
  type PortraitJob,
  portraitKey,
  shownPortraits,
  watchPortrait,
} from "@/components/world/portrait-watch";
import { storyKeys } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { entity } from "./entity-fixture";

const toast = vi.hoisted(() => ({ error: vi.fn(), info: vi.fn() }));
vi.mock("@/components/ui/toast", () => ({ toast }));
vi.mock("@/components/ui/sound", () => ({ playSound: vi.fn() }));

const odile = entity();
const jobId = "0192aaaa-0000-7000-8000-0000000000aa";
const answers: (() => Response)[] = [];
const asked: number[] = [];
let client: QueryClient;

const job = (fields: object) => () =>
  Response.json({
    success: true,
    data: {
      jobId,
      status: "queued",
      progress: 0,
      type: "character_image",
      result: null,
      error: null,
      ...fields,
    },
  });
const broken = () => Response.json({ success: false, message: "Down." }, { status: 503 });
const state = () => client.getQueryData<PortraitJob | null>(portraitKey(odile._id));
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => {
    asked.push(Date.now());
    return Promise.resolve((answers.shift() ?? broken)());
  });
  client = new QueryClient();
  client.setQueryData(storyKeys.detail(odile.storyId), {
    characters: [odile],
    locations: [],
  } as unknown as Story);
});

afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answers.length = 0;
  asked.length = 0;
  toast.error.mockClear();
  toast.info.mockClear();
  shownPortraits.clear();
});

describe("a portrait that is being drawn", () => {
  it("passes the server's states and ends as the picture of its character", async () => {
    const imageUrl = "/media/new.webp";
    answers.push(
      job({}),
      job({ status: "processing", progress: 20 }),
      job({
        status: "completed",
        progress: 100,
        result: { imageUrl, prompt: "With a hat", timestamp: "2026-11-21T12:00:05.000Z" },
      }),
    );
    watchPortrait(client, "character", odile, jobId);
    await pass(1_050);
    expect(state()).toMatchObject({ status: "queued" });
    await pass(3_000);
    expect(state()).toMatchObject({ status: "processing", progress: 20 });
    await pass(3_000);
    expect(state()).toMatchObject({ status: "completed", prompt: "With a hat", imageUrl });
    const story = client.getQueryData<Story>(storyKeys.detail(odile.storyId));
    expect(story?.characters[0]).toMatchObject({
      primaryImageUrl: imageUrl,
      imageUrls: [imageUrl],
    });
    const calls = asked.length;
    await pass(60_000);
    expect(asked).toHaveLength(calls);
    clearPortraitJob(client, odile._id);
    expect(state()).toBeNull();
  });

  it("reports a duplicate picture, with a toast where no dialog is open", async () => {
    const imageUrl = "/media/old.webp";
    const known = entity({ primaryImageUrl: imageUrl, imageUrls: [imageUrl] });
    const done = job({
      status: "completed",
      progress: 100,
      result: { imageUrl, prompt: "As before", timestamp: "2026-11-21T12:00:05.000Z" },
    });
    answers.push(done, done, done);
    shownPortraits.add(odile._id);
    watchPortrait(client, "character", known, jobId);
    await pass(1_050);
    expect(state()).toMatchObject({ status: "completed", isDuplicate: true });
    expect(toast.info).not.toHaveBeenCalled();
    shownPortraits.clear();
    watchPortrait(client, "character", known, jobId);
    await pass(1_050);
    expect(toast.info).toHaveBeenCalledOnce();
    watchPortrait(client, "character", odile, jobId);
    await pass(1_050);
    expect(state()).toMatchObject({ status: "completed", isDuplicate: false });
    expect(toast.info).toHaveBeenCalledOnce();
  });

  it("reports a changed picture that cannot become the portrait, and keeps the text", async () => {
    const done = job({
      status: "completed",
      progress: 100,
      result: {
        ...{ imageUrl: "/media/new.webp", prompt: "A red scarf" },
        timestamp: "2026-11-21T12:00:05.000Z",
      },
    });
    answers.push(done, done);
    const kept: string[] = [];
    watchPortrait(client, "character", odile, jobId, async (url) => void kept.push(url));
    await pass(1_050);
    expect(kept).toEqual(["/media/new.webp"]);
    expect(state()).toMatchObject({ status: "completed", prompt: null });
    watchPortrait(client, "character", odile, jobId, () => Promise.reject(new Error("Not now.")));
    await pass(1_050);
    expect(state()).toMatchObject({ status: "failed", error: "Failed to update the picture" });
  });

  it("shows the server's reason of a failure, with a toast where no dialog is open", async () => {
    answers.push(job({ status: "failed", error: "The paint ran out." }));
    watchPortrait(client, "character", odile, jobId);
    await pass(1_050);
    expect(state()).toMatchObject({ status: "failed", error: "The paint ran out." });
    expect(toast.error).toHaveBeenCalledExactlyOnceWith("Odile: The paint ran out.", {
      duration: 6_000,
    });
  });

  it("has a default reason where the server gives none, and no toast beside the dialog", async () => {
    shownPortraits.add(odile._id);
    answers.push(job({ status: "failed" }));
    watchPortrait(client, "character", odile, jobId);
    await pass(1_050);
    expect(state()).toMatchObject({ status: "failed", error: "Image generation failed" });
    expect(toast.error).not.toHaveBeenCalled();
  });

  it("is given up after five failed polls in a row, with growing pauses", async () => {
    watchPortrait(client, "character", odile, jobId);
    await pass(1_000 + 3_000 + 6_000 + 12_000 + 24_000 - 1_000);
    expect(state()?.status).not.toBe("failed");
    await pass(2_000);
    expect(state()).toMatchObject({
      status: "failed",
      error: "Failed to check image generation status",
    });
    const waits = asked.map((at, index) => at - (asked[index - 1] ?? at)).slice(1);
    expect(waits).toEqual([3_000, 6_000, 12_000, 24_000]);
    await pass(120_000);
    expect(asked).toHaveLength(5);
  });

  it("continues where fewer fail", async () => {
    answers.push(broken, broken, broken, broken, job({ status: "processing", progress: 40 }));
    watchPortrait(client, "character", odile, jobId);
    await pass(46_100);
    expect(state()).toMatchObject({ status: "processing", progress: 40 });
  });
});
