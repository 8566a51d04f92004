import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { jobKeys } from "@/lib/jobs/client";
import { draftEntry } from "@/tests/support/draft-entry";

const storage = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
});

/** The module as after a reload: only the session's store is left. */
async function reload() {
  vi.resetModules();
  return import("@/components/jobs/followed-jobs");
}

beforeEach(() => storage.clear());

const scene = { _id: "scene", storyId: "story", panels: [] };

it("a scene is followed across a reload, and its end is reported once", async () => {
  const client = new QueryClient();
  client.setQueryData(jobKeys.scene("scene"), { isGenerating: false });
  const before = await reload();
  before.followScene(client, scene);
  // The state of an earlier generation would end it at once.
  expect(client.getQueryData(jobKeys.scene("scene"))).toBeUndefined();
  const after = await reload();
  const [job] = after.listJobs("story");
  if (!job) throw new Error("The scene is not followed.");
  expect(after.dropJob("story", job)).toBe(true);
  expect(after.dropJob("story", job)).toBe(false);
  expect((await reload()).listJobs("story")).toEqual([]);
});

it("the job of a panel survives a reload, but not a request that was on its way", async () => {
  const panel = (id: string, changes = {}) => ({
    kind: "panel" as const,
    subjectId: id,
    jobId: null,
    startedAt: 1,
    error: null,
    imageUrl: "/media/a.jpg",
    ...changes,
  });
  const before = await reload();
  before.setJob("story", panel("asked"));
  before.setJob("story", panel("waiting", { jobId: "job" }));
  const error = "Panel regeneration failed: away";
  before.setJob("story", panel("failed", { error }));
  expect(before.findJob("story", "panel", "asked")).toEqual(panel("asked"));
  const after = await reload();
  expect(after.findJob("story", "panel", "asked")).toBeUndefined();
  expect(after.findJob("story", "panel", "waiting")?.jobId).toBe("job");
  expect(after.findJob("story", "panel", "failed")?.error).toBe(error);
  // A scene that is made anew has other pictures.
  const panels = [{ _id: "failed" }, { _id: "waiting" }] as never;
  after.followScene(new QueryClient(), { ...scene, panels }, { isAnew: true });
  expect((await reload()).listJobs("story")).toMatchObject([{ kind: "scene", isAnew: true }]);
});

it("invalid data in the storage causes no failure", async () => {
  storage.set("inkwright:draft:jobs:story", "{");
  const wrong = { "panel:panel": { kind: "panel", jobId: "job" } };
  storage.set(...draftEntry("jobs", "other", wrong));
  const { listJobs } = await reload();
  expect(listJobs("story")).toEqual([]);
  expect(listJobs("other")).toEqual([]);
});
