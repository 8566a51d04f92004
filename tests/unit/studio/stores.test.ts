import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { generationKeys } from "@/lib/generation/client";

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

/** The modules as after a reload: only the session's store is left. */
async function reload() {
  vi.resetModules();
  return {
    ...(await import("@/components/studio/watched-scenes")),
    ...(await import("@/components/studio/panel-notes")),
  };
}

beforeEach(() => kept.clear());

it("a scene is waited for across a reload, and its end is told once", async () => {
  const client = new QueryClient();
  client.setQueryData(generationKeys.scene("scene"), { isGenerating: false });
  const before = await reload();
  before.watchScene(client, { _id: "scene", storyId: "story" });
  // What was known of an earlier generation would end the watch at once.
  expect(client.getQueryData(generationKeys.scene("scene"))).toBeUndefined();
  const after = await reload();
  expect(after.unwatchScene("story", "scene")).toBe(true);
  expect(after.unwatchScene("story", "scene")).toBe(false);
  expect((await reload()).unwatchScene("story", "scene")).toBe(false);
});

it("the note of a panel survives a reload, but not a request that was on its way", async () => {
  const note = { jobId: null, error: null, imageUrl: "/media/a.jpg" };
  const before = await reload();
  before.notePanel("story", "asked", note);
  before.notePanel("story", "waiting", { ...note, jobId: "job" });
  const error = { text: "Panel regeneration failed: away", isFlagged: false };
  before.notePanel("story", "failed", { ...note, error });
  expect(before.panelNote("story", "asked")).toEqual(note);
  const after = await reload();
  expect(after.panelNote("story", "asked")).toBeUndefined();
  expect(after.panelNote("story", "waiting")?.jobId).toBe("job");
  expect(after.panelNote("story", "failed")?.error).toEqual(error);
  after.notePanel("story", "failed", null);
  expect((await reload()).panelNote("story", "failed")).toBeUndefined();
});

it("nonsense in the store is no reason to fail", async () => {
  kept.set("inkwright:scenes-under-way:story", "{");
  kept.set("inkwright:panels-drawn-again:story", "null");
  const { unwatchScene, panelNote } = await reload();
  expect(unwatchScene("story", "scene")).toBe(false);
  expect(panelNote("story", "panel")).toBeUndefined();
  kept.set("inkwright:panels-drawn-again:other", '{"panel":{"jobId":"job","error":"No ink."}}');
  expect(panelNote("other", "panel")).toBeUndefined();
});
