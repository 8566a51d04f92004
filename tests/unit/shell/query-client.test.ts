import { onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getQueryClient } from "@/components/shell/query-client";
import { toast } from "@/components/ui/toast";
import {
  modelLoadingText,
  suggestionsOptions,
  textMutationMeta,
} from "@/lib/generation/text/client";
import { ApiError } from "@/lib/platform/http/api-error";
import { profileOptions, tagsOptions } from "@/lib/stories/feed/client";

afterEach(() => vi.unstubAllGlobals());

describe("the query client", () => {
  const { queries } = getQueryClient().getDefaultOptions();

  it("retries twice where a retry helps", () => {
    const retry = queries?.retry as (failures: number, error: Error) => boolean;
    const away = new ApiError("away", 503, "unavailable");
    expect([0, 1, 2].map((failures) => retry(failures, away))).toEqual([true, true, false]);
    expect(retry(0, new ApiError("no", 403, "forbidden"))).toBe(false);
  });

  it("waits min(1000 * 2^attempt, 10000) ms", () => {
    const delay = queries?.retryDelay as (attempt: number) => number;
    expect([0, 1, 2, 3, 4, 9].map((attempt) => delay(attempt))).toEqual([
      1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
  });

  it("holds data fresh for 120000 ms, keeps it for 300000 ms, and refetches on reconnect alone", () => {
    vi.stubGlobal("window", {});
    expect(getQueryClient().getDefaultOptions().queries).toMatchObject({
      staleTime: 120_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    });
  });

  it("says of a text that takes long that the model is loading, and of a quick or offline one nothing", async () => {
    vi.useFakeTimers();
    const client = getQueryClient();
    const wait = (milliseconds: number) =>
      client
        .getMutationCache()
        .build(client, {
          mutationFn: () => new Promise((resolve) => setTimeout(resolve, milliseconds)),
          meta: textMutationMeta,
        })
        .execute(undefined);
    const told = vi.spyOn(toast, "info").mockImplementation(() => {});
    void wait(5_000);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(told).not.toHaveBeenCalled();
    onlineManager.setOnline(false);
    void wait(40_000);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(told).not.toHaveBeenCalled();
    onlineManager.setOnline(true);
    void wait(40_000);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(told).toHaveBeenCalledExactlyOnceWith(modelLoadingText);
    vi.useRealTimers();
  });

  it("requests no new ideas on reconnecting, but resumes paused requests", async () => {
    let asked = 0;
    vi.stubGlobal("fetch", async () => {
      asked += 1;
      return Response.json({ success: true, data: { suggestions: [], isNewStory: false } });
    });
    const client = new QueryClient({ defaultOptions: getQueryClient().getDefaultOptions() });
    client.mount();
    onlineManager.setOnline(false);
    const observer = new QueryObserver(client, {
      ...suggestionsOptions("1", "continuationSeeds", false),
      staleTime: 0,
    });
    const stop = observer.subscribe(() => {});
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toBe(1);
    stop();
    client.unmount();
  });

  it("leaves no timer after a render on the server", () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout");
    const before = timers().length;
    const client = getQueryClient();
    const cache = client.getQueryCache();
    const all = [
      tagsOptions,
      profileOptions("mara"),
      suggestionsOptions("1", "continuationSeeds", false),
    ];
    for (const options of all) {
      cache.build(client, client.defaultQueryOptions<unknown, Error, never>(options as never));
    }
    expect(cache.getAll()).toHaveLength(all.length);
    expect(timers()).toHaveLength(before);
  });
});
