import { beforeEach, expect, it, vi } from "vitest";

const api = vi.hoisted(() => vi.fn());
vi.mock("@/lib/platform/http/later", () => ({ apiLater: api }));

import { askLikes, likeStore, toggleLike } from "@/components/reader/like-store";

beforeEach(() => api.mockReset());

it("counts at once, ends with what the server says, and takes it back on failure", async () => {
  let answer: (value: unknown) => void = () => undefined;
  api.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const done = toggleLike("stories/a", { likeCount: 4, isLikedByUser: false });
  expect(likeStore.get("stories/a")).toEqual({ likeCount: 5, isLikedByUser: true });
  // A second press while the first is under way is none.
  await toggleLike("stories/a", { likeCount: 5, isLikedByUser: true });
  expect(api).toHaveBeenCalledTimes(1);
  answer({ data: { likeCount: 9, isLikedByUser: true } });
  await done;
  expect(likeStore.get("stories/a")).toEqual({ likeCount: 9, isLikedByUser: true });

  api.mockRejectedValueOnce(new Error("no"));
  await expect(toggleLike("stories/a", { likeCount: 9, isLikedByUser: true })).rejects.toThrow(
    "no",
  );
  expect(likeStore.get("stories/a")).toEqual({ likeCount: 9, isLikedByUser: true });
});

it("keeps what a press made of a heart when an older question is answered after it", async () => {
  vi.useFakeTimers();
  let answer: (value: unknown) => void = () => undefined;
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  api.mockReturnValueOnce(slow);
  const asking = askLikes("late", "ada");
  vi.advanceTimersByTime(10);
  api.mockResolvedValueOnce({ data: { likeCount: 8, isLikedByUser: true } });
  await toggleLike("stories/late", { likeCount: 7, isLikedByUser: false });
  answer({
    data: {
      likeCount: 7,
      isLikedByUser: false,
      scenes: [{ _id: "other", likeCount: 2, isLikedByUser: true }],
    },
  });
  await asking;
  expect(likeStore.get("stories/late")).toEqual({ likeCount: 8, isLikedByUser: true });
  expect(likeStore.get("scenes/other")).toEqual({ likeCount: 2, isLikedByUser: true });
  // A question from after the press is answered by what holds now.
  vi.advanceTimersByTime(300_000);
  api.mockResolvedValueOnce({ data: { likeCount: 9, isLikedByUser: true } });
  await askLikes("late", "ada");
  expect(likeStore.get("stories/late")).toEqual({ likeCount: 9, isLikedByUser: true });
  vi.useRealTimers();
});

it("never counts below zero", () => {
  api.mockImplementationOnce(() => new Promise(() => undefined));
  void toggleLike("scenes/zero", { likeCount: 0, isLikedByUser: true });
  expect(likeStore.get("scenes/zero")).toEqual({ likeCount: 0, isLikedByUser: false });
});

it("asks once in five minutes for the hearts of a story and its scenes", async () => {
  vi.useFakeTimers();
  const data = {
    likeCount: 3,
    isLikedByUser: true,
    scenes: [{ _id: "s1", likeCount: 1, isLikedByUser: false }],
  };
  api.mockResolvedValue({ data });
  await askLikes("b", "ada");
  await askLikes("b", "ada");
  expect(api).toHaveBeenCalledTimes(1);
  expect(likeStore.get("stories/b")).toEqual({ likeCount: 3, isLikedByUser: true });
  expect(likeStore.get("scenes/s1")).toEqual({ likeCount: 1, isLikedByUser: false });
  vi.advanceTimersByTime(300_000);
  await askLikes("b", "ada");
  expect(api).toHaveBeenCalledTimes(2);
  // Whoever signs in after that is somebody else; and a failure is no answer.
  api.mockRejectedValueOnce(new Error("no"));
  await askLikes("b", "ben");
  await askLikes("b", "ben");
  expect(api).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});
