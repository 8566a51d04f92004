import { beforeEach, describe, expect, it, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

/** The module as after a reload: only the session's store is left. */
async function reload() {
  vi.resetModules();
  return import("@/components/media/media-session");
}

beforeEach(() => kept.clear());

const running = { work: "edit" as const, prompt: "Make it night", startedAt: 1 };

describe("the work on a panel", () => {
  it("is forgotten where the store holds something else", async () => {
    const nothing = { messages: [], job: null, completed: [] };
    for (const found of [null, { messages: [{ text: {} }] }, { messages: [], job: { jobId: 3 } }]) {
      kept.set("inkwright:media:panel", JSON.stringify(found));
      expect((await reload()).mediaSession("panel")).toEqual(nothing);
    }
  });

  it("is found again after a reload, with what was said", async () => {
    const before = await reload();
    before.say("panel", { from: "author", text: "Make it night" });
    before.noteJob("panel", { ...running, jobId: "job" });
    const { mediaSession } = await reload();
    expect(mediaSession("panel")).toMatchObject({
      messages: [{ from: "author", text: "Make it night" }],
      job: { jobId: "job", prompt: "Make it night" },
    });
    expect(mediaSession("another")).toEqual({ messages: [], job: null, completed: [] });
  });

  it("is forgotten where the page was left before there was a job", async () => {
    const before = await reload();
    before.noteJob("panel", { ...running, jobId: null });
    expect(before.mediaSession("panel").job).toMatchObject({ jobId: null });
    expect((await reload()).mediaSession("panel").job).toBeNull();
  });

  it("is told to have ended once, also across a reload", async () => {
    const before = await reload();
    before.noteJob("panel", { ...running, jobId: "job" });
    expect(before.endJob("panel", "job")).toBe(true);
    expect(before.mediaSession("panel").job).toBeNull();
    const after = await reload();
    expect(after.endJob("panel", "job")).toBe(false);
    expect(after.mediaSession("panel").job).toBeNull();
  });

  it("is told to have ended once more where it was called off and asked for again", async () => {
    const { endJob, noteJob } = await reload();
    noteJob("panel", { ...running, jobId: "job" });
    expect(endJob("panel", "job")).toBe(true);
    // The server answers the same wish with the same job while that is open.
    noteJob("panel", { ...running, jobId: "job" });
    expect(endJob("panel", "job")).toBe(true);
    expect(endJob("panel", "job")).toBe(false);
  });

  it("remembers the last 10 that ended, trimmed to 5", async () => {
    const { endJob, mediaSession } = await reload();
    for (let index = 1; index <= 10; index += 1) endJob("panel", `job ${index}`);
    expect(mediaSession("panel").completed).toHaveLength(10);
    endJob("panel", "job 11");
    expect(mediaSession("panel").completed).toEqual([7, 8, 9, 10, 11].map((n) => `job ${n}`));
  });

  it("keeps the latest of a long talk", async () => {
    const { say, mediaSession } = await reload();
    for (let index = 1; index <= 100; index += 1) {
      say("panel", { from: "author", text: `words ${index}` });
    }
    const { messages } = mediaSession("panel");
    expect(messages).toHaveLength(60);
    expect(messages.at(-1)?.text).toBe("words 100");
    expect(new Set(messages.map(({ id }) => id)).size).toBe(60);
  });

  it("no longer offers what was deleted", async () => {
    const { say, forgetMedia, mediaSession } = await reload();
    const media = (name: string) => ({ url: `/media/${name}.jpg`, type: "image" as const });
    say("panel", { from: "studio", text: "Here is another take.", media: media("a") });
    say("panel", { from: "studio", text: "Here is another take.", media: media("b") });
    forgetMedia("panel", "/media/a.jpg");
    expect(mediaSession("panel").messages).toEqual([
      expect.objectContaining({ detail: "Deleted." }),
      expect.objectContaining({ media: media("b") }),
    ]);
    expect(mediaSession("panel").messages[0]).not.toHaveProperty("media");
  });

  it("begins anew where the store holds nonsense", async () => {
    kept.set("inkwright:media:a", "{");
    kept.set("inkwright:media:b", "null");
    kept.set("inkwright:media:c", '{"messages": 4}');
    const { mediaSession } = await reload();
    for (const panel of ["a", "b", "c"]) {
      expect(mediaSession(panel)).toEqual({ messages: [], job: null, completed: [] });
    }
  });
});
