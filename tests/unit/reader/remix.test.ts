import { beforeEach, expect, it, vi } from "vitest";

const { api, apiData } = vi.hoisted(() => ({ api: vi.fn(), apiData: vi.fn() }));
vi.mock("@/lib/platform/http/fetch", () => ({ api, apiData }));

import { remix, reportRemixFailure } from "@/components/reader/social/remix";

beforeEach(() => {
  api.mockReset();
  api.mockResolvedValue(undefined);
  apiData.mockResolvedValue({ _id: "copy" });
});

it("a scene is requested by its id, which is stable when scenes are moved", async () => {
  expect(await remix({ storyId: "story", scene: { id: "scene", number: 3 } })).toBe("copy");
  const post = { method: "POST", response: expect.any(Function) };
  expect(apiData).toHaveBeenCalledWith("/stories/story/remix-scene/scene", post);
  await remix({ storyId: "story" });
  expect(apiData).toHaveBeenLastCalledWith("/stories/story/remix", post);
});

it("a failure names the scene number that the reader saw", () => {
  reportRemixFailure({ storyId: "story", scene: { id: "scene", number: 3 } }, "No.");
  expect(api.mock.lastCall?.[1].body).toEqual({
    name: "remix_failed",
    storyId: "story",
    remixType: "scene",
    sceneNumber: 3,
    message: "No.",
  });
});
