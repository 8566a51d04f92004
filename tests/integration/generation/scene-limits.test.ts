import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { pauseEventDelivery } from "@/lib/platform/jobs/outbox-service";
import { deleteScene } from "@/lib/scenes/service";
import { generateScene, prompt } from "./start";
import { type Author, makeAuthor, makeStory, provideScript } from "./support";

let author: Author;
let storyId: string;

beforeAll(() => {
  // No engine runs here.
  pauseEventDelivery();
  provideScript(1);
});
beforeEach(async () => {
  author = await makeAuthor();
  storyId = (await makeStory(author)).id;
});

const request = (more: object = {}, key: string | null = null) =>
  generateScene(author.viewer, { storyId, prompt, maxPanels: 1, ...more }, key);

/** The error of a refused request; fails where it is accepted. */
async function refusal(more: object = {}, key: string | null = null) {
  const error = await request(more, key).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error ?? new Error("It was not refused.");
  const { code, message, details, status } = error;
  return { code, message, status, retryAfter: details.retryAfter, extra: details.extra };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
/** A scene that was asked for so many seconds ago. */
const asked = async (secondsAgo: number, more: object = {}) => {
  const ownerId = author.viewer.id;
  const over = { status: "completed", finishedAt: new Date() } as const;
  const job = await db.job.create({ data: { kind: "scene", ownerId, storyId, ...over } });
  return db.quotaEntry.create({
    data: {
      jobId: job.id,
      userId: ownerId,
      promptHash: hashOf(`another one ${secondsAgo}`),
      createdAt: new Date(Date.now() - secondsAgo * 1_000),
      ...more,
    },
  });
};
const askedOften = (count: number, secondsAgo: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => asked(secondsAgo + index)));

describe("S23 the scenes of an hour", () => {
  it("S23 are refused from the limit on, with the time until the oldest leaves the hour", async () => {
    const limit = env().SCENES_PER_HOUR;
    await askedOften(limit - 1, 600);
    await asked(3_000);
    const { code, message, status, retryAfter, extra } = await refusal();
    expect([code, status]).toEqual(["quota_exceeded", 429]);
    expect(message).toBe(
      `You've reached your hourly limit of ${limit} scene generations. Try again in 10 minutes!`,
    );
    expect(Math.abs((retryAfter ?? 0) - 600)).toBeLessThan(20);
    expect(extra).toMatchObject({
      errorType: "quota_exceeded",
      maxPerHour: limit,
      timeRemaining: retryAfter,
    });
    const reset = new Date((extra as { resetTime: string }).resetTime).getTime();
    expect(Math.abs(reset - Date.now() - 600_000)).toBeLessThan(20_000);
    expect(await db.scene.count({ where: { storyId } })).toBe(0);
    expect(await db.quotaEntry.count({ where: { userId: author.viewer.id } })).toBe(limit);
  });

  it("S23 let one of fifty simultaneous requests through when one is left", async () => {
    await askedOften(env().SCENES_PER_HOUR - 1, 600);
    const asking = Array.from({ length: 50 }, (_, at) => request({ prompt: `${prompt} (${at})` }));
    const answers = await Promise.allSettled(asking);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.scene.count({ where: { storyId } })).toBe(1);
  });

  it("S23 are counted newest first: beyond the limit an older one frees nothing", async () => {
    const limit = env().SCENES_PER_HOUR;
    await askedOften(limit, 100);
    await asked(3_590);
    expect((await refusal()).retryAfter).toBeGreaterThan(3_400);
  });

  it("S23 that were refunded, are older or are another author's do not count", async () => {
    const limit = env().SCENES_PER_HOUR;
    await askedOften(limit - 1, 600);
    await asked(700, { refundedAt: new Date() });
    await asked(3_601);
    await asked(600, { userId: (await makeAuthor()).viewer.id });
    const { jobId } = await request();
    expect(await db.quotaEntry.findUnique({ where: { jobId } })).toMatchObject({
      userId: author.viewer.id,
      promptHash: hashOf(prompt.toLowerCase()),
      refundedAt: null,
    });
    expect((await refusal()).code).toBe("quota_exceeded");
  });
});

describe("S24 the same prompt", () => {
  const words = " Mara  opens\n the DOOR and ﬁnds a key. ";

  it("S24 is refused for five minutes, whatever its case, its spaces and the form of its letters", async () => {
    const promptHash = hashOf("mara opens the door and finds a key.");
    await asked(200, { promptHash });
    const { code, message, retryAfter, extra } = await refusal({ prompt: words });
    expect([code, message]).toEqual([
      "duplicate_prompt",
      "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!",
    ]);
    expect(Math.abs((retryAfter ?? 0) - 100)).toBeLessThan(20);
    expect(extra).toEqual({ errorType: "duplicate_prompt", timeRemaining: retryAfter });
    await request({ prompt: "Mara opens the door and finds a keyhole." });
  });

  it("S24 is free again after five minutes", async () => {
    await asked(301, { promptHash: hashOf("mara opens the door and finds a key.") });
    await request({ prompt: words });
  });

  it("S24 is free again where its author has deleted the scene; its quota is not", async () => {
    const { scene } = await request();
    await db.quotaEntry.updateMany({ data: { createdAt: new Date(Date.now() - 100_000) } });
    expect((await refusal()).code).toBe("duplicate_prompt");
    await deleteScene(author.viewer, scene._id);
    await request();
    expect(await db.quotaEntry.count({ where: { userId: author.viewer.id } })).toBe(2);
  });

  it("S24 may regenerate its own scene", async () => {
    const { scene } = await request();
    await db.quotaEntry.updateMany({ data: { createdAt: new Date(Date.now() - 100_000) } });
    expect((await refusal()).code).toBe("duplicate_prompt");
    const anew = { regenerateExisting: true, existingSceneId: scene._id };
    expect((await request(anew)).scene._id).toBe(scene._id);
  });
});

describe("the pause between two scenes", () => {
  it("is five seconds, from the last one", async () => {
    await asked(100);
    await asked(2);
    const { code, message, retryAfter, extra } = await refusal();
    expect(code).toBe("rate_limit");
    expect([1, 2, 3]).toContain(retryAfter);
    expect(message).toBe(
      `Please wait ${retryAfter} seconds before generating another scene. This helps us manage server resources!`,
    );
    expect(extra).toEqual({ errorType: "rate_limit", timeRemaining: retryAfter });
    await db.quotaEntry.updateMany({ data: { createdAt: new Date(Date.now() - 5_001) } });
    await request();
  });

  it("is checked last: a longer refusal of the prompt or the hour comes first", async () => {
    await asked(1, { promptHash: hashOf(prompt.toLowerCase()) });
    expect((await refusal()).code).toBe("duplicate_prompt");
    await askedOften(env().SCENES_PER_HOUR, 30);
    expect((await refusal()).code).toBe("quota_exceeded");
  });
});

describe("R1 a request with its key", () => {
  const keys = () => db.idempotencyKey.findMany({ where: { userId: author.viewer.id } });

  it("R1 begins once, and gets its first response again", async () => {
    const first = await request({}, "press-1");
    expect(await request({}, "press-1")).toEqual(first);
    expect(await db.job.count({ where: { storyId } })).toBe(1);
    expect(await db.scene.count({ where: { storyId } })).toBe(1);
    expect(await db.quotaEntry.count({ where: { userId: author.viewer.id } })).toBe(1);
    expect(await db.outboxEvent.count({ where: { id: first.jobId } })).toBe(1);
    const [kept, ...more] = await keys();
    expect(more).toEqual([]);
    const hours = ((kept?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.abs(hours - 24)).toBeLessThan(0.1);
  });

  it("R1 is not stored where it had no key", async () => {
    await request();
    expect(await keys()).toEqual([]);
    expect((await refusal()).code).toBe("duplicate_prompt");
  });

  it("R1 is refused where its key came with another request, and begins nothing", async () => {
    await request({}, "press-1");
    expect(await refusal({ prompt: `${prompt} And then?` }, "press-1")).toMatchObject({
      code: "conflict",
      status: 409,
      message: "This Idempotency-Key was used for another request. Please send a new key.",
    });
    expect((await refusal({ maxPanels: 2 }, "press-1")).code).toBe("conflict");
    expect(await db.job.count({ where: { storyId } })).toBe(1);
  });

  it("R1 is a new request with another key", async () => {
    await request({}, "press-1");
    expect((await refusal({}, "press-2")).code).toBe("duplicate_prompt");
    expect(await keys()).toHaveLength(1);
  });

  it("R1 is a separate request of another author with the same key", async () => {
    const first = await request({}, "press-1");
    const other = await makeAuthor();
    const { id } = await makeStory(other);
    const theirs = await generateScene(
      other.viewer,
      { storyId: id, prompt, maxPanels: 1 },
      "press-1",
    );
    expect(theirs.jobId).not.toBe(first.jobId);
  });

  it("R1 begins anew once its key has expired", async () => {
    const first = await request({}, "press-1");
    const past = new Date(Date.now() - 1_000);
    await db.idempotencyKey.updateMany({ data: { expiresAt: past } });
    await db.quotaEntry.updateMany({ data: { createdAt: new Date(Date.now() - 1_000_000) } });
    const second = await request({ maxPanels: 2 }, "press-1");
    expect(second.jobId).not.toBe(first.jobId);
    const [kept, ...more] = await keys();
    expect(more).toEqual([]);
    expect(kept?.expiresAt.getTime()).toBeGreaterThan(Date.now());
    expect(await request({ maxPanels: 2 }, "press-1")).toEqual(second);
  });

  it("R1 keeps no key where it was refused, so that it can be retried", async () => {
    await asked(1);
    expect((await refusal({}, "press-1")).code).toBe("rate_limit");
    expect(await keys()).toEqual([]);
    await db.quotaEntry.deleteMany({ where: { userId: author.viewer.id } });
    expect((await request({}, "press-1")).jobId).toEqual(expect.any(String));
  });

  it("R1 lists entities named since then, of its own scene only", async () => {
    const { scene } = await request({}, "press-1");
    const { sceneNumber } = scene;
    const named = { storyId, description: "A keeper.", imagePrompt: "An old man.", seed: "tom" };
    await db.character.create({
      data: { ...named, name: "Old Tom", firstAppearance: sceneNumber },
    });
    await db.character.create({ data: { ...named, name: "Mara", firstAppearance: 7 } });
    await db.character.create({
      data: {
        ...named,
        name: "Ann",
        firstAppearance: sceneNumber,
        createdAt: new Date(Date.now() - 60_000),
      },
    });
    const names = async () => (await request({}, "press-1")).newCharacters.map(({ name }) => name);
    expect(await names()).toEqual(["Old Tom"]);
    await db.scene.delete({ where: { id: scene._id } });
    expect(await names()).toEqual([]);
  });
});
