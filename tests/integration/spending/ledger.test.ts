import { afterEach, describe, expect, it, vi } from "vitest";
import type { ProviderUsage } from "@/lib/ai/usage";
import { db } from "@/lib/platform/db";
import { withUsage } from "@/lib/spending/service";
import { start } from "../generation/start";
import {
  authorWithStory,
  makeAuthor,
  makeStory,
  playEvents,
  provide,
  scriptOf,
  TestPainter,
  TestWriter,
} from "../generation/support";

afterEach(() => vi.restoreAllMocks());

const picture: ProviderUsage = {
  provider: "replicate",
  model: "bytedance/seedream-4",
  kind: "image",
  milliseconds: 1_234.5,
  outcome: "completed",
  units: { images: 1 },
  requestId: "p1",
};

describe("the ledger", () => {
  it("has a row for each call of a scene: account, purpose, duration and price", async () => {
    const author = await makeAuthor();
    const writer = new TestWriter([scriptOf(2)]);
    const write = writer.write.bind(writer);
    vi.spyOn(writer, "write").mockImplementation(async function* (request) {
      yield* write(request);
      const units = { inputTokens: 1_000, outputTokens: 500 };
      request.onUsage?.({
        ...picture,
        provider: "openai",
        model: "gpt-4o-mini",
        kind: "text",
        units,
      });
    });
    const painter = new TestPainter(async ({ onUsage }) => {
      onUsage?.(picture);
      return {};
    });
    provide(writer, painter);
    const { storyId, sceneId, jobId } = await start(author, 2);
    await playEvents();
    const calls = await db.providerCall.findMany({
      where: { storyId },
      orderBy: { createdAt: "asc" },
    });
    expect(calls.every(({ userId }) => userId === author.viewer.id)).toBe(true);
    expect(calls.find(({ kind }) => kind === "text")).toMatchObject({
      jobId,
      sceneId,
      provider: "openai",
      model: "gpt-4o-mini",
      outcome: "completed",
      durationMs: 1_235,
      units: { inputTokens: 1_000, outputTokens: 500 },
      costMicros: 450n,
      requestId: "p1",
    });
    // Two panels of the scene, and the portraits of three newcomers, which belong to the story.
    const pictures = calls.filter(({ kind }) => kind === "image");
    expect(pictures.map((call) => call.costMicros)).toEqual(Array(5).fill(30_000n));
    expect(pictures.filter((call) => call.sceneId === sceneId)).toHaveLength(2);
  });

  it("keeps its totals, anonymously, when story and account are deleted", async () => {
    const { author, story } = await authorWithStory();
    const owner = { userId: author.viewer.id, storyId: story.id };
    await withUsage(owner, "pictures", async (onUsage) =>
      onUsage({ ...picture, requestId: "kept" }),
    );
    const row = () => db.providerCall.findFirstOrThrow({ where: { requestId: "kept" } });
    expect(await row()).toMatchObject(owner);
    await db.story.delete({ where: { id: story.id } });
    expect(await row()).toMatchObject({ userId: owner.userId, storyId: null });
    await db.user.delete({ where: { id: owner.userId } });
    expect(await row()).toMatchObject({ userId: null, storyId: null, costMicros: 30_000n });
  });

  it("records a call whose story was deleted, for its author", async () => {
    const { author, story } = await authorWithStory();
    await withUsage(
      { userId: author.viewer.id, storyId: story.id },
      "pictures",
      async (onUsage) => {
        await db.story.delete({ where: { id: story.id } });
        onUsage({ ...picture, requestId: "late" });
      },
    );
    const row = await db.providerCall.findFirstOrThrow({ where: { requestId: "late" } });
    expect(row).toMatchObject({ userId: author.viewer.id, storyId: null });
  });

  it("counts a call of unknown price as unknown, and a failed one as reported", async () => {
    const author = await makeAuthor();
    const owner = { userId: author.viewer.id, storyId: (await makeStory(author)).id };
    const failing = withUsage(owner, "pictures", async (onUsage) => {
      onUsage({ ...picture, model: "somebody/new", requestId: "unknown" });
      onUsage({ ...picture, outcome: "failed", units: {}, requestId: "failed" });
      throw new Error("it went wrong");
    });
    await expect(failing).rejects.toThrow("it went wrong");
    const rows = await db.providerCall.findMany({ where: { userId: author.viewer.id } });
    const costs = Object.fromEntries(rows.map((row) => [row.requestId, row.costMicros]));
    expect(costs).toEqual({ unknown: null, failed: 0n });
  });

  it("never fails a job whose call it cannot record", async () => {
    const author = await makeAuthor();
    const owner = { userId: author.viewer.id, storyId: (await makeStory(author)).id };
    const done = withUsage(owner, "pictures", async (onUsage) => {
      onUsage({ ...picture, kind: "sound" as never });
      return "a picture";
    });
    expect(await done).toBe("a picture");
    expect(await db.providerCall.count({ where: { userId: author.viewer.id } })).toBe(0);
  });
});
