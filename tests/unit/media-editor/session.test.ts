import { beforeEach, describe, expect, it, vi } from "vitest";
import { draftEntry } from "@/tests/support/draft-entry";

const storage = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
});

/** The module as after a reload: only the session's store is left. */
async function reload() {
  vi.resetModules();
  return import("@/components/media/media-session");
}

beforeEach(() => storage.clear());

const running = { made: [], work: "edit" as const, prompt: "Make it night", startedAt: 1 };

const nothing = { messages: [], job: null, finished: null, picked: null, completed: [] };

describe("the session of a panel", () => {
  it("is dropped where the storage holds something else", async () => {
    for (const found of [null, { messages: [{ text: {} }] }, { messages: [], job: { jobId: 3 } }]) {
      storage.set(...draftEntry("media", "panel", found));
      expect((await reload()).getMediaSession("panel")).toEqual(nothing);
    }
  });

  it("is restored after a reload, with its conversation", async () => {
    const before = await reload();
    before.addMessage("panel", { from: "author", text: "Make it night" });
    before.setRunningJob("panel", { ...running, jobIds: ["job"] });
    const { getMediaSession } = await reload();
    expect(getMediaSession("panel")).toMatchObject({
      messages: [{ from: "author", text: "Make it night" }],
      job: { jobIds: ["job"], prompt: "Make it night" },
    });
    expect(getMediaSession("another")).toEqual(nothing);
  });

  it("is dropped where the page was left before the job began", async () => {
    const before = await reload();
    before.setRunningJob("panel", { ...running, jobIds: [] });
    expect(before.getMediaSession("panel").job).toMatchObject({ jobIds: [] });
    expect((await reload()).getMediaSession("panel").job).toBeNull();
  });

  it("reports its end once, even across a reload", async () => {
    const before = await reload();
    before.setRunningJob("panel", { ...running, jobIds: ["job"] });
    expect(before.endRequest("panel", "job")).toBe(true);
    expect(before.getMediaSession("panel").job).toBeNull();
    const after = await reload();
    expect(after.endRequest("panel", "job")).toBe(false);
    expect(after.getMediaSession("panel").job).toBeNull();
  });

  it("reports its end again where it was cancelled and requested again", async () => {
    const { endRequest, setRunningJob } = await reload();
    setRunningJob("panel", { ...running, jobIds: ["job"] });
    expect(endRequest("panel", "job")).toBe(true);
    // The server answers the same wish with the same job while that is open.
    setRunningJob("panel", { ...running, jobIds: ["job"] });
    expect(endRequest("panel", "job")).toBe(true);
    expect(endRequest("panel", "job")).toBe(false);
  });

  it("of several pictures ends with the last of them, and has all that were made", async () => {
    const before = await reload();
    const [a, b] = ["a", "b"].map((name) => ({
      url: `/media/${name}.jpg`,
      type: "image" as const,
    }));
    before.setRunningJob("panel", { ...running, jobIds: ["1", "2", "3"] });
    expect(before.endRequest("panel", "2", a)).toBe(true);
    expect(before.endRequest("panel", "3", null)).toBe(true);
    expect(before.takeFinished("panel")).toBeNull();
    const after = await reload();
    expect(after.getMediaSession("panel").job).toMatchObject({ jobIds: ["1", "2", "3"] });
    expect(after.endRequest("panel", "2", a)).toBe(false);
    expect(after.endRequest("panel", "1", b)).toBe(true);
    expect(after.getMediaSession("panel").job).toBeNull();
    const { work, prompt } = running;
    expect(after.takeFinished("panel")).toEqual({ work, prompt, made: [a, b] });
    expect(after.takeFinished("panel")).toBeNull();
  });

  it("remembers the last 10 ended jobs, trimmed to 5", async () => {
    const { endRequest, getMediaSession } = await reload();
    for (let index = 1; index <= 10; index += 1) endRequest("panel", `job ${index}`);
    expect(getMediaSession("panel").completed).toHaveLength(10);
    endRequest("panel", "job 11");
    expect(getMediaSession("panel").completed).toEqual([7, 8, 9, 10, 11].map((n) => `job ${n}`));
  });

  it("keeps the latest messages of a long conversation", async () => {
    const { addMessage, getMediaSession } = await reload();
    for (let index = 1; index <= 100; index += 1) {
      addMessage("panel", { from: "author", text: `words ${index}` });
    }
    const { messages } = getMediaSession("panel");
    expect(messages).toHaveLength(60);
    expect(messages.at(-1)?.text).toBe("words 100");
    expect(new Set(messages.map(({ id }) => id)).size).toBe(60);
  });

  it("no longer offers deleted takes", async () => {
    const { addMessage, detachMedia, getMediaSession } = await reload();
    const media = (name: string) => ({ url: `/media/${name}.jpg`, type: "image" as const });
    addMessage("panel", { from: "studio", text: "Here is another take.", media: media("a") });
    addMessage("panel", { from: "studio", text: "Here is another take.", media: media("b") });
    detachMedia("panel", "/media/a.jpg");
    expect(getMediaSession("panel").messages).toEqual([
      expect.objectContaining({ detail: "Deleted." }),
      expect.objectContaining({ media: media("b") }),
    ]);
    expect(getMediaSession("panel").messages[0]).not.toHaveProperty("media");
  });

  it("starts empty where the storage holds invalid data", async () => {
    storage.set("inkwright:draft:media:a", "{");
    storage.set(...draftEntry("media", "b", null));
    storage.set(...draftEntry("media", "c", { messages: 4 }));
    const { getMediaSession } = await reload();
    for (const panel of ["a", "b", "c"]) {
      expect(getMediaSession(panel)).toEqual(nothing);
    }
  });
});
