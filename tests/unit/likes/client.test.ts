import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";

const api = vi.hoisted(() => vi.fn());
vi.mock("@/lib/platform/http/fetch", () => ({ api }));

import { type Like, likeOptions, likesOptions } from "@/lib/likes/client";
import type { AnswerParser } from "@/lib/platform/http/answer-parser";
import { testId } from "@/tests/support/api-responses";

let client: QueryClient;
beforeEach(() => {
  api.mockReset();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

const story = (likeCount: number, isLikedByUser = false): Like => ({
  kind: "stories",
  id: "story",
  likeCount,
  isLikedByUser,
});

/** A page that shows the likes of 'story' to a signed-in reader. */
function open(viewerId?: string) {
  const options = () => likesOptions("story", viewerId);
  const observer = new QueryObserver(client, options());
  const close = observer.subscribe(() => undefined);
  const mutation = new MutationObserver(client, likeOptions(client, "story"));
  return {
    close,
    press: (heart: Like) => mutation.mutate(heart),
    seen: (id = "story") => client.getQueryData(options().queryKey)?.[id],
  };
}

/** What reads the answer. */
const response = { safeParse: expect.any(Function) };

/** An answer that is held back. */
function later() {
  let answer: (value: unknown) => void = () => undefined;
  const coming = new Promise((resolve) => {
    answer = resolve;
  });
  return { coming, answer };
}

it("counts at once, settles on the server's count, and rolls back on failure", async () => {
  const page = open();
  const { coming, answer } = later();
  api.mockReturnValueOnce(coming);
  const done = page.press(story(4));
  await vi.waitFor(() => expect(page.seen()).toEqual({ likeCount: 5, isLikedByUser: true }));
  answer({ data: { likeCount: 9, isLikedByUser: true } });
  await done;
  expect(page.seen()).toEqual({ likeCount: 9, isLikedByUser: true });

  const failing = later();
  api.mockReturnValueOnce(failing.coming.then(() => Promise.reject(new Error("no"))));
  const failed = page.press(story(9, true));
  await vi.waitFor(() => expect(page.seen()).toEqual({ likeCount: 8, isLikedByUser: false }));
  failing.answer(null);
  await expect(failed).rejects.toThrow("no");
  expect(page.seen()).toEqual({ likeCount: 9, isLikedByUser: true });
  page.close();
});

it("sends once what the reader wants, whatever another tab has done", async () => {
  const page = open();
  for (const isLikedByUser of [false, true]) {
    api.mockReset();
    api.mockResolvedValueOnce({ data: { likeCount: 5, isLikedByUser: !isLikedByUser } });
    await page.press(story(4, isLikedByUser));
    const body = { liked: !isLikedByUser };
    expect(api.mock.calls).toEqual([
      ["/likes/stories/story", { method: "POST", body, keepalive: true, response }],
    ]);
    expect(page.seen()).toEqual({ likeCount: 5, isLikedByUser: !isLikedByUser });
  }
  page.close();
});

it("sends a second press after the first is answered", async () => {
  const page = open();
  const { coming, answer } = later();
  api.mockReturnValueOnce(coming);
  const first = page.press(story(4));
  await vi.waitFor(() => expect(page.seen()).toEqual({ likeCount: 5, isLikedByUser: true }));
  const last = later();
  api.mockReturnValueOnce(last.coming);
  const second = open().press(story(5, true));
  await vi.waitFor(() => expect(page.seen()).toEqual({ likeCount: 4, isLikedByUser: false }));
  expect(api).toHaveBeenCalledOnce();
  answer({ data: { likeCount: 5, isLikedByUser: true } });
  await first;
  expect(page.seen()).toEqual({ likeCount: 4, isLikedByUser: false });
  last.answer({ data: { likeCount: 4, isLikedByUser: false } });
  await second;
  expect(api).toHaveBeenCalledTimes(2);
  expect(page.seen()).toEqual({ likeCount: 4, isLikedByUser: false });
  page.close();
});

it("keeps an optimistic like when an older read is answered after it", async () => {
  const question = later();
  api.mockReturnValueOnce(question.coming);
  const page = open("ada");
  const toggle = later();
  api.mockReturnValueOnce(toggle.coming);
  const done = page.press(story(7));
  await vi.waitFor(() => expect(page.seen()).toEqual({ likeCount: 8, isLikedByUser: true }));
  question.answer({ data: { likeCount: 7, isLikedByUser: false } });
  await Promise.resolve();
  expect(page.seen()).toEqual({ likeCount: 8, isLikedByUser: true });
  // A cancelled read is sent again.
  const scenes = [{ _id: "other", likeCount: 2, isLikedByUser: true }];
  api.mockResolvedValueOnce({ data: { likeCount: 8, isLikedByUser: true, scenes } });
  toggle.answer({ data: { likeCount: 8, isLikedByUser: true } });
  await done;
  await vi.waitFor(() => expect(page.seen("other")).toEqual({ likeCount: 2, isLikedByUser: true }));
  expect(page.seen()).toEqual({ likeCount: 8, isLikedByUser: true });
  page.close();
});

it("never counts below zero", async () => {
  const page = open();
  api.mockReturnValueOnce(new Promise(() => undefined));
  void page.press(story(0, true));
  await vi.waitFor(() => expect(page.seen()).toEqual({ likeCount: 0, isLikedByUser: false }));
  page.close();
});

it("loads the likes of a story and its scenes once in five minutes", async () => {
  vi.useFakeTimers();
  const scenes = [{ _id: "s1", likeCount: 1, isLikedByUser: false }];
  api.mockResolvedValue({ data: { likeCount: 3, isLikedByUser: true, scenes } });
  const look = async (viewerId?: string) => {
    const page = open(viewerId);
    await vi.advanceTimersByTimeAsync(10);
    page.close();
    return page;
  };
  await look();
  expect(api, "a visitor asks for nothing").not.toHaveBeenCalled();
  await look("ada");
  const { seen } = await look("ada");
  expect(api).toHaveBeenCalledTimes(1);
  expect(seen()).toEqual({ likeCount: 3, isLikedByUser: true });
  expect(seen("s1")).toEqual({ likeCount: 1, isLikedByUser: false });
  await vi.advanceTimersByTimeAsync(300_000);
  await look("ada");
  expect(api).toHaveBeenCalledTimes(2);
  // The next sign-in is another account; and a failure is no answer.
  api.mockRejectedValueOnce(new Error("no"));
  await look("ben");
  await look("ben");
  expect(api).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});

it("takes an answer with counts alone: no page loads a validator for its likes", async () => {
  const like = { likeCount: 3, isLikedByUser: false };
  api.mockResolvedValue({ data: like });
  open("ada").close();
  const response: AnswerParser<unknown> = api.mock.lastCall?.[1].response;
  const accepts = (data: unknown) => response.safeParse({ data }).success;
  expect([like, { ...like, scenes: [{ ...like, _id: testId("1") }] }].map(accepts)).toEqual([
    true,
    true,
  ]);
  const wrong = [
    null,
    {},
    { ...like, likeCount: -1 },
    { ...like, scenes: [{ ...like, _id: "s1" }] },
  ];
  expect(wrong.map(accepts)).toEqual([false, false, false, false]);
});
