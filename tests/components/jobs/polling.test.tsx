import { QueryObserver } from "@tanstack/react-query";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type FollowedJob, listJobs, setJob } from "@/components/jobs/followed-jobs";
import { StoryJobs } from "@/components/jobs/story-jobs";
import { useStoryPolls } from "@/components/jobs/use-story-polls";
import { getQueryClient } from "@/components/shell/query-client";
import { jobKeys } from "@/lib/jobs/client";
import { anImageJob, aStory, aVideoJob, storyId, testId } from "../support/builders";
import { advanceTime, fakeTime, render } from "../support/render";
import { declarationOf, emitStoryChange, failWith, server } from "../support/server";

const image = "GET /api/ai/image-status/{jobId}";
const video = "GET /api/ai/video-status/{jobId}";

// Loaded before the time that is measured.
beforeAll(async () => void (await Promise.all([image, video].map(declarationOf))));

let jobs = 0;

/** Follows one job whose answers are scripted; the last one repeats. */
async function follow(what: "picture" | "video", answers: unknown[], startedAgo = 0) {
  fakeTime();
  jobs += 1;
  const jobId = testId(`80${jobs}`);
  const began = Date.now();
  const asked: number[] = [];
  const answer = () => {
    asked.push(Math.round((Date.now() - began) / 100) / 10);
    return answers[Math.min(asked.length, answers.length) - 1];
  };
  server({
    [what === "video" ? video : image]: answer,
    "GET /api/stories/{storyId}": aStory(),
  });
  const job: FollowedJob = {
    kind: "take",
    subjectId: testId("31"),
    jobId,
    startedAt: began - startedAgo,
    error: null,
    work: what === "video" ? "animate" : "edit",
    sceneId: testId("41"),
    panelNumber: 1,
    isFirst: false,
    isSilent: true,
  };
  setJob(storyId, job);
  const { unmount } = await render(<StoryJobs storyId={storyId} />);
  const state = () => getQueryClient().getQueryState(jobKeys.one(jobId));
  return { asked, state, unmount, isOver: () => listJobs(storyId).length === 0 };
}

function Waiting({ onEnd }: { onEnd: () => void }) {
  useStoryPolls(storyId, true, onEnd);
  return null;
}

const seconds = (count: number) => advanceTime(count * 1_000);
const down = failWith("unavailable", "down");

describe("a picture's job", () => {
  const working = anImageJob({ progress: 20 });
  const done = anImageJob({ status: "failed", error: "No ink." });

  it("is polled after a second, then every three, until it has ended", async () => {
    const { asked, isOver } = await follow("picture", [working, working, working, done]);
    for (let second = 0; second < 30; second += 1) await seconds(1);
    expect(asked.map(Math.round)).toEqual([1, 4, 7, 10]);
    expect(isOver()).toBe(true);
  });

  it("is polled with growing pauses after failures, and given up after five in a row", async () => {
    const { asked, isOver } = await follow("picture", [down]);
    for (let second = 0; second < 100; second += 1) await seconds(1);
    expect(asked.map(Math.round)).toEqual([1, 4, 10, 22, 46]);
    expect(isOver()).toBe(true);
  });

  it("returns to its pace after a success, however many failed before", async () => {
    const four = [down, down, down, down];
    const { asked } = await follow("picture", [...four, working, ...four, done]);
    for (let second = 0; second < 110; second += 1) await seconds(1);
    const waits = asked.map((at, index) => Math.round(at - (asked[index - 1] ?? 0)));
    expect(waits).toEqual([1, 3, 6, 12, 24, 3, 3, 6, 12, 24]);
  });

  it("is polled at once after a change of the story, but not while the polls fail", async () => {
    const { asked } = await follow("picture", [working, down]);
    await seconds(0.4);
    await emitStoryChange(storyId);
    await seconds(0.1);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeLessThan(0.6);
    await seconds(3);
    expect(asked).toHaveLength(2);
    await emitStoryChange(storyId);
    await seconds(1);
    expect(asked).toHaveLength(2);
  });

  it("is no longer polled once the page is left", async () => {
    const { asked, unmount, isOver } = await follow("picture", [working]);
    await seconds(2);
    unmount();
    await seconds(30);
    expect(asked).toHaveLength(1);
    expect(isOver()).toBe(false);
  });
});

describe("a video's job", () => {
  const working = aVideoJob({ progress: 20 });

  it("is polled every three seconds for five minutes", async () => {
    const { asked, isOver } = await follow("video", [working]);
    for (let second = 0; second < 299; second += 1) await seconds(1);
    expect(isOver()).toBe(false);
    expect(asked.slice(0, 3).map(Math.round)).toEqual([3, 6, 9]);
    await seconds(4);
    expect(isOver()).toBe(true);
  });

  it("counts the five minutes from its start, even across a reload", async () => {
    const { asked, isOver } = await follow("video", [working], 290_000);
    for (let second = 0; second < 13; second += 1) await seconds(1);
    expect(asked.map(Math.round)).toEqual([3, 6, 9, 12]);
    expect(isOver()).toBe(true);
  });
});

describe("a change of the story", () => {
  it("fetches what failed to load before, also where no error has been dismissed", async () => {
    await follow("picture", [anImageJob({ progress: 20 })]);
    const queryFn = vi.fn().mockRejectedValueOnce(new Error("down")).mockResolvedValue("here");
    const probe = new QueryObserver(getQueryClient(), {
      queryKey: ["probe"],
      queryFn,
      retry: false,
      meta: { changesWithStory: storyId },
    });
    const end = probe.subscribe(() => {});
    await seconds(0.1);
    expect(probe.getCurrentResult().status).toBe("error");
    await emitStoryChange(storyId);
    await seconds(1);
    expect(probe.getCurrentResult().data).toBe("here");
    end();
  });
});

describe("a story that is being set up", () => {
  it("polls every 3 s, 40 times at most, and marks the last time", async () => {
    fakeTime();
    const client = getQueryClient();
    const poll = vi.spyOn(client, "refetchQueries").mockResolvedValue();
    const onEnd = vi.fn();
    await render(<Waiting onEnd={onEnd} />);
    await advanceTime(2_900);
    expect(poll).toHaveBeenCalledTimes(0);
    await advanceTime(200);
    expect(poll).toHaveBeenCalledTimes(1);
    await advanceTime(3_000 * 38);
    expect(poll).toHaveBeenCalledTimes(39);
    expect(onEnd).not.toHaveBeenCalled();
    await advanceTime(3_000 * 10);
    expect(poll).toHaveBeenCalledTimes(40);
    expect(onEnd).toHaveBeenCalledTimes(1);
    poll.mockRestore();
  });

  it("waits for slow responses, and stops on request", async () => {
    fakeTime();
    const client = getQueryClient();
    let answer = () => {};
    const poll = vi
      .spyOn(client, "refetchQueries")
      .mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const { unmount } = await render(<Waiting onEnd={() => {}} />);
    await advanceTime(30_000);
    expect(poll).toHaveBeenCalledTimes(1);
    answer();
    await advanceTime(3_000);
    expect(poll).toHaveBeenCalledTimes(2);
    unmount();
    answer();
    await advanceTime(30_000);
    expect(poll).toHaveBeenCalledTimes(2);
    poll.mockRestore();
  });
});
