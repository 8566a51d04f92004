import { afterEach, expect, it, vi } from "vitest";
import { booksOptions, checkBookAvailable } from "@/lib/books/client";
import { ApiError } from "@/lib/platform/http/api-error";

afterEach(() => vi.unstubAllGlobals());

it("the list is polled while a book is made, with growing pauses, and never after a refusal", () => {
  const every = (state: string, secondsAgo: number, error: Error | null = null) => {
    const { refetchInterval } = booksOptions("a-story", Date.now() - secondsAgo * 1_000);
    if (typeof refetchInterval !== "function") throw new Error("It follows from the answer.");
    return refetchInterval({ state: { data: [{ state }], error } } as never);
  };
  expect(every("ready", 0)).toBe(false);
  expect([every("waiting", 0), every("making", 9)]).toEqual([1_000, 1_000]);
  expect(every("making", 11)).toBe(5_000);
  expect(every("making", 0, new ApiError("Too many requests.", 429, "rate_limited"))).toBe(false);
  expect(every("making", 0, new ApiError("Network error", 0, "network_error"))).toBe(1_000);
});

it("a failed download shows an error, although responses to HEAD have no body", async () => {
  const book = { format: "cbz", size: "a5" } as const;
  const fetched = vi.fn(async () => new Response(null, { status: 200 }));
  vi.stubGlobal("fetch", fetched);
  await checkBookAvailable("a-story", book);
  expect(fetched).toHaveBeenCalledWith(
    "/api/stories/a-story/books/cbz?size=a5",
    expect.objectContaining({ method: "HEAD" }),
  );
  for (const [status, words] of [
    [409, "The story was changed since this was made. Make it again."],
    [429, "You have saved many files just now. Please try again in an hour."],
    [404, "This story was deleted, or is not public any more."],
    [500, "The file could not be fetched. Please try again."],
  ] as const) {
    fetched.mockResolvedValue(new Response(null, { status }));
    await expect(checkBookAvailable("a-story", book)).rejects.toMatchObject({
      status,
      message: words,
    });
  }
});
