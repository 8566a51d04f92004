import { waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type FollowedJob,
  type JobOf,
  setJob,
  shownSubjects,
} from "@/components/jobs/followed-jobs";
import { StoryJobs } from "@/components/jobs/story-jobs";
import { getQueryClient } from "@/components/shell/query-client";
import { portraitPromptDrafts } from "@/components/world/portrait-drafts";
import { usePortraitJob } from "@/components/world/use-portrait-job";
import type { ImageJob } from "@/lib/generation/schema";
import { storyKeys } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { aCharacter, anImageJob, aPicture, aStory, storyId, testId } from "../support/builders";
import { advanceTime, fakeTime, render } from "../support/render";
import { declarationOf, failWith, server } from "../support/server";

const toast = vi.hoisted(() => ({ error: vi.fn(), info: vi.fn() }));
vi.mock("@/components/ui/toast", async (original) => ({ ...(await original<object>()), toast }));

const status = "GET /api/ai/image-status/{jobId}";
const odile = aCharacter({ name: "Odile", primaryImageUrl: null });
const made = (imageUrl: string, prompt = "With a hat"): Partial<ImageJob> => ({
  status: "completed",
  progress: 100,
  result: { imageUrl, prompt, timestamp: "2026-11-21T12:00:05.000Z" },
});

// Loaded before the time that is measured.
beforeAll(async () => void (await declarationOf(status)));
beforeEach(() => {
  vi.clearAllMocks();
  shownSubjects.clear();
});

let jobs = 0;

let shown: ReturnType<typeof usePortraitJob> = null;
function Probe() {
  shown = usePortraitJob(odile);
  return null;
}

/** Follows a portrait of Odile; the answers come in this order, the last one repeats. */
async function follow(
  answers: (Partial<ImageJob> | Error)[],
  changes: Partial<JobOf<"portrait">> | { kind: "reference" } = {},
) {
  fakeTime();
  jobs += 1;
  const jobId = testId(`70${jobs}`);
  const asked: number[] = [];
  server({
    "GET /api/stories/{storyId}": aStory({ characters: [odile] }),
    [status]: () => {
      asked.push(Date.now());
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      return answer instanceof Error
        ? answer
        : anImageJob({ type: "character_image", ...answer, jobId });
    },
  });
  const client = getQueryClient();
  client.setQueryData(storyKeys.detail(storyId), aStory({ characters: [odile] }));
  setJob(storyId, {
    kind: "portrait",
    subjectId: odile._id,
    jobId,
    startedAt: Date.now(),
    error: null,
    entityKind: "character",
    isEdit: false,
    before: null,
    known: [],
    made: null,
    ...changes,
  } as FollowedJob);
  await render(
    <>
      <StoryJobs storyId={storyId} />
      <Probe />
    </>,
  );
  return {
    asked,
    client,
    state: () => shown,
  };
}

describe("a portrait that is being drawn", () => {
  it("passes the server's states and ends as the picture of its character", async () => {
    const imageUrl = aPicture("b");
    const { state, client, asked } = await follow([
      { status: "queued", progress: 0 },
      { status: "processing", progress: 20 },
      made(imageUrl),
    ]);
    await advanceTime(1_100);
    expect(state()).toMatchObject({ status: "queued" });
    await advanceTime(3_300);
    expect(state()).toMatchObject({ status: "processing", progress: 20 });
    await advanceTime(3_300);
    expect(state()).toMatchObject({
      status: "completed",
      made: { prompt: "With a hat", imageUrl },
      isDuplicate: false,
    });
    const story = client.getQueryData<Story>(storyKeys.detail(storyId));
    expect(story?.characters[0]).toMatchObject({ primaryImageUrl: imageUrl });
    const calls = asked.length;
    await advanceTime(10_000);
    expect(asked).toHaveLength(calls);
  });

  it.each([
    ["a toast where no dialog is open", false],
    ["no toast beside its dialog", true],
  ])("reports a duplicate picture, with %s", async (_, hasDialog) => {
    const imageUrl = aPicture("c");
    if (hasDialog) shownSubjects.add(odile._id);
    const { state } = await follow([made(imageUrl)], { before: imageUrl, known: [imageUrl] });
    await advanceTime(1_100);
    await waitFor(() => expect(state()).toMatchObject({ status: "completed", isDuplicate: true }));
    expect(toast.info).toHaveBeenCalledTimes(hasDialog ? 0 : 1);
  });

  it.each([
    ["a portrait, also beside its dialog", "portrait"],
    ["a picture of a sheet", "reference"],
  ] as const)("a note of %s names whom it is about", async (_, kind) => {
    shownSubjects.add(odile._id);
    const { result } = made(aPicture("e"));
    await follow([{ ...made(""), result: { ...result, note: "Without the hat." } as never }], {
      kind,
    });
    await advanceTime(1_100);
    await waitFor(() =>
      expect(toast.info).toHaveBeenCalledExactlyOnceWith("Odile: Without the hat.", {
        duration: 6_000,
      }),
    );
  });

  it("a failed picture of a sheet names whom it is about", async () => {
    await follow([{ status: "failed", error: "The paint ran out." }], { kind: "reference" });
    await advanceTime(1_100);
    await waitFor(() =>
      expect(toast.error).toHaveBeenCalledExactlyOnceWith("Odile: The paint ran out.", {
        duration: 6_000,
      }),
    );
  });

  const changed = made(aPicture("d"));
  it.each([
    ["is used up by the picture, which it does not describe", "With a hat ", changed, ""],
    ["stays where it was typed since the request", "A red scarf", changed, "A red scarf"],
    ["stays where the change has failed", "A red scarf", { status: "failed" }, "A red scarf"],
  ] as const)("the prompt of a change %s", async (_, typed, end, left) => {
    portraitPromptDrafts.set(odile._id, typed);
    const { state } = await follow([end], { isEdit: true });
    await advanceTime(1_100);
    await waitFor(() => expect(state()?.status).toBe(end.status));
    if (end === changed) expect(state()?.made).toEqual({ imageUrl: aPicture("d"), prompt: null });
    expect(portraitPromptDrafts.get(odile._id)).toBe(left);
  });

  it("shows the server's reason of a failure, with a toast where no dialog is open", async () => {
    const { state } = await follow([{ status: "failed", error: "The paint ran out." }]);
    await advanceTime(1_100);
    expect(state()).toMatchObject({ status: "failed", error: "The paint ran out." });
    expect(toast.error).toHaveBeenCalledExactlyOnceWith("Odile: The paint ran out.", {
      duration: 6_000,
    });
  });

  it("has a default reason where the server gives none, and no toast beside the dialog", async () => {
    shownSubjects.add(odile._id);
    const { state } = await follow([{ status: "failed" }]);
    await advanceTime(1_100);
    expect(state()).toMatchObject({ status: "failed", error: "Image generation failed" });
    expect(toast.error).not.toHaveBeenCalled();
  });

  it("is given up after five failed polls in a row, with growing pauses", async () => {
    const { state, asked } = await follow([failWith("unavailable", "Down.")]);
    for (let second = 0; second < 44; second += 1) await advanceTime(1_000);
    expect(state()?.status).not.toBe("failed");
    await advanceTime(4_000);
    expect(state()).toMatchObject({
      status: "failed",
      error: "Failed to check image generation status",
    });
    const waits = asked.map((at, index) => Math.round((at - (asked[index - 1] ?? at)) / 1_000));
    expect(waits.slice(1)).toEqual([3, 6, 12, 24]);
    await advanceTime(60_000);
    expect(asked).toHaveLength(5);
  });
});
