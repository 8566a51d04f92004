import { environmentManager, InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  draftsOptions,
  moreStoriesOptions,
  profileOptions,
  removeCachedLists,
  tagsOptions,
} from "@/lib/stories/feed/client";
import "@/lib/stories/schema";
import { testCard } from "@/tests/support/api-responses";

// The library serves the next file of the worker as well.
afterAll(() => environmentManager.setIsServer(() => true));

let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  asked = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const cursor = new URL(url, "https://a.test").searchParams.get("cursor");
    return Response.json({
      success: true,
      data: {
        stories: [testCard({ title: String(cursor) })],
        pagination: { page: 1, pages: 3, total: 3, nextCursor: cursor === "one" ? "two" : null },
      },
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** As long as it is not left the list is on the page. */
function open(client: QueryClient) {
  const list = new InfiniteQueryObserver(client, moreStoriesOptions({ tag: "tidal" }, "one"));
  const leave = list.subscribe(() => undefined);
  const shown = () =>
    list.getCurrentResult().data?.pages.flatMap((page) => page.stories.map(({ title }) => title)) ??
    [];
  return { list, leave, shown };
}

it("a story list is cached for 5 minutes after it was loaded, then loaded again", async () => {
  const client = new QueryClient();
  const first = open(client);
  await vi.advanceTimersByTimeAsync(1000);
  expect([first.shown(), asked]).toEqual([[], []]);
  await first.list.fetchNextPage();
  await first.list.fetchNextPage();
  expect(first.shown()).toEqual(["one", "two"]);
  expect(asked).toEqual([
    "/api/stories?tag=tidal&cursor=one&limit=12",
    "/api/stories?tag=tidal&cursor=two&limit=12",
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  first.leave();

  await vi.advanceTimersByTimeAsync(4 * 60_000 - 1);
  const again = open(client);
  expect(again.shown()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(2);
  again.leave();

  await vi.advanceTimersByTimeAsync(1);
  const later = open(client);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(4);
  later.leave();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(open(client).shown()).toEqual([]);
});

it("only this tab's lists are dropped when a story has changed", () => {
  const client = new QueryClient();
  const story = ["stories", "one"];
  const keys = [
    moreStoriesOptions({ tag: "tidal" }, "one").queryKey,
    draftsOptions("mara").queryKey,
    tagsOptions.queryKey,
    profileOptions("mara").queryKey,
    story,
  ];
  for (const key of keys) client.setQueryData<unknown>(key, {});
  removeCachedLists(client);
  const left = client.getQueryCache().getAll();
  expect(left.map(({ queryKey }) => queryKey)).toEqual([story]);
});
