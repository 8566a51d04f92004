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
