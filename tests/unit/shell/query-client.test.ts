import { describe, expect, it } from "vitest";
import { getQueryClient } from "@/components/shell/query-client";
import { ApiError } from "@/lib/platform/http/api-error";

describe("the query client", () => {
  const { queries } = getQueryClient().getDefaultOptions();

  it("asks twice again where asking helps", () => {
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
    expect(queries).toMatchObject({
      staleTime: 120_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    });
  });
});
