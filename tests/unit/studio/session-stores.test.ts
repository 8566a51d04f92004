import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { generationKeys } from "@/lib/generation/client";

const storage = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
});

/** The modules as after a reload: only the session's store is left. */
async function reload() {
  vi.resetModules();
  return {
    ...(await import("@/components/studio/watched-scenes")),
    ...(await import("@/components/studio/panel-job-state")),
  };
}

beforeEach(() => storage.clear());

it("a scene is awaited across a reload, and its end is reported once", async () => {
  const client = new QueryClient();
  client.setQueryData(generationKeys.scene("scene"), { isGenerating: false });
  const before = await reload();
  before.watchScene(client, { _id: "scene", storyId: "story" });
  // The state of an earlier generation would end the watch at once.
  expect(client.getQueryData(generationKeys.scene("scene"))).toBeUndefined();
  const after = await reload();
  expect(after.unwatchScene("story", "scene")).toBe(true);
  expect(after.unwatchScene("story", "scene")).toBe(false);
  expect((await reload()).unwatchScene("story", "scene")).toBe(false);
});

it("the note of a panel survives a reload, but not a request that was on its way", async () => {
  const note = { jobId: null, error: null, imageUrl: "/media/a.jpg" };
  const before = await reload();
  before.setPanelJobState("story", "asked", note);
  before.setPanelJobState("story", "waiting", { ...note, jobId: "job" });
  const error = { text: "Panel regeneration failed: away", isFlagged: false };
  before.setPanelJobState("story", "failed", { ...note, error });
  expect(before.getPanelJobState("story", "asked")).toEqual(note);
  const after = await reload();
  expect(after.getPanelJobState("story", "asked")).toBeUndefined();
  expect(after.getPanelJobState("story", "waiting")?.jobId).toBe("job");
  expect(after.getPanelJobState("story", "failed")?.error).toEqual(error);
  after.setPanelJobState("story", "failed", null);
  expect((await reload()).getPanelJobState("story", "failed")).toBeUndefined();
});

it("invalid data in the storage causes no failure", async () => {
  storage.set("inkwright:scenes-under-way:story", "{");
  storage.set("inkwright:panels-drawn-again:story", "null");
  const { unwatchScene, getPanelJobState } = await reload();
  expect(unwatchScene("story", "scene")).toBe(false);
  expect(getPanelJobState("story", "panel")).toBeUndefined();
  storage.set("inkwright:panels-drawn-again:other", '{"panel":{"jobId":"job","error":"No ink."}}');
  expect(getPanelJobState("other", "panel")).toBeUndefined();
});
