import { beforeEach, expect, it, vi } from "vitest";

const api = vi.hoisted(() => vi.fn());
vi.mock("@/lib/platform/http/fetch", () => ({ api }));

import { remix, reportFailure } from "@/components/reader/remix";

beforeEach(() => {
  api.mockReset();
  api.mockResolvedValue({ data: { _id: "copy" } });
});

it("a scene is asked for by its id, which stays its own when scenes are moved", async () => {
  expect(await remix({ storyId: "story", scene: { id: "scene", number: 3 } })).toBe("copy");
  expect(api).toHaveBeenCalledWith("/stories/story/remix-scene/scene", { method: "POST" });
  await remix({ storyId: "story" });
  expect(api).toHaveBeenLastCalledWith("/stories/story/remix", { method: "POST" });
});

it("a failure is told with the number that the reader saw", () => {
  reportFailure({ storyId: "story", scene: { id: "scene", number: 3 } }, "No.");
  expect(api.mock.lastCall?.[1].body).toEqual({
    name: "remix_failed",
    storyId: "story",
    remixType: "scene",
    sceneNumber: 3,
    message: "No.",
  });
});
