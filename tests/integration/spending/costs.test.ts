import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { demoVision } from "@/lib/ai/demo";
import type { Vision } from "@/lib/ai/vision";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { reservePicture } from "@/lib/spending/budget-service";
import { spentThisMonth } from "@/lib/spending/queries";
import { withUsage } from "@/lib/spending/service";
import { TestAnimator, TestPainter, TestWriter } from "../generation/support";
import { makeStory, person } from "../http/harness";

/** Engines that are billed; a model of its own for each kind. */
function paid(textModel = "gpt-4o-mini") {
  overrideProviders({
    writer: Object.assign(new TestWriter([]), {
      demo: false,
      billed: () => ({ provider: "openai", model: textModel }),
    }),
    painter: Object.assign(new TestPainter(), {
      demo: false,
      billed: (model = "") => ({ provider: "replicate", model: `bytedance/${model}` }),
    }),
    animator: Object.assign(new TestAnimator(), {
      demo: false,
      billed: () => ({ provider: "replicate", model: "bytedance/seedance-1-lite", seconds: 5 }),
    }),
  });
}

it("the costs of a story include its models, missing portraits, and spending so far", async () => {
  const author = await person("author");
  const { story } = await makeStory({ author });
  const storyId = story.id;
  const costs = async () => (await author.get(`/stories/${storyId}/costs`)).body.data;
  overrideProviders({
    writer: new TestWriter([]),
    painter: new TestPainter(),
    animator: new TestAnimator(),
  });
  const nothing = { micros: 0, isUnknown: false };
  const unspent = { micros: 0, calls: 0, unpricedCalls: 0, seconds: 0 };
  expect(await costs()).toEqual({
    isFree: true,
    scene: { fixed: nothing, perPanel: nothing },
    picture: nothing,
    panel: nothing,
    take: nothing,
    repair: nothing,
    video: nothing,
    check: nothing,
    spent: unspent,
  });
  paid();
  const missing =
    (await db.character.count({ where: { storyId, primaryMediaId: null } })) +
    (await db.location.count({ where: { storyId, primaryMediaId: null } }));
  const known = await costs();
  // A portrait of a new character on top; 4,000 tokens in and 700 out.
  expect(known.scene.fixed).toEqual({ micros: (missing + 1) * 30_000 + 1_020, isUnknown: false });
  expect(known.scene.perPanel).toEqual({ micros: 30_330, isUnknown: false });
  expect(known.picture.micros).toBe(30_000);
  expect(known.video.micros).toBe(180_000);
  paid("llama-9");
  const partly = await costs();
  expect(partly.scene.perPanel).toEqual({ micros: 30_000, isUnknown: true });

  const usage = { provider: "replicate", kind: "image", outcome: "completed" } as const;
  await withUsage({ userId: author.id, storyId }, "pictures", async (onUsage) => {
    const units = { images: 2 };
    onUsage({ ...usage, model: "bytedance/seedream-4", milliseconds: 9, units });
    onUsage({ ...usage, model: "somebody/new", milliseconds: 9, units });
  });
  const spent = { micros: 60_000, calls: 2, unpricedCalls: 1, seconds: 0 };
  expect((await costs()).spent).toEqual(spent);
  expect(await spentThisMonth(author.id)).toEqual(spent);
  await db.$executeRaw`UPDATE provider_call SET created_at = created_at - interval '1 month'`;
  expect(await spentThisMonth(author.id)).toEqual(unspent);

  const file = await author.get("/spending");
  expect(file.headers.get("content-disposition")).toContain("inkwright-spending.json");
  const { calls } = file.body;
  expect(calls).toHaveLength(2);
  expect(calls.map((one: { costMicros: number | null }) => one.costMicros).toSorted()).toEqual([
    60_000,
    null,
  ]);
  expect(calls[0]).not.toHaveProperty("userId");
  expect((await (await person()).get("/spending")).body.calls).toEqual([]);
});

it("a panel's price is what it reserves: its picture, its faces, its check and a repair", async () => {
  const author = await person("author");
  const { story } = await makeStory({ author });
  const storyId = story.id;
  env().DAILY_BUDGET = 100;
  paid();
  const prices = async (vision: Vision | null) => {
    overrideProviders({ vision });
    const { body } = await author.get(`/stories/${storyId}/costs`);
    const kinds = ["picture", "panel", "take", "repair"] as const;
    for (const price of kinds) {
      const job = { id: randomUUID(), ownerId: author.id, storyId };
      await db.$transaction((tx) => reservePicture(tx, job, { price }));
      const kept = await db.budgetReservation.findUniqueOrThrow({ where: { id: job.id } });
      expect(Number(kept.amountMicros)).toBe(body.data[price].micros);
    }
    return kinds.map((price) => body.data[price].micros);
  };
  expect(await prices(null)).toEqual([30_000, 30_000, 30_000, 30_000]);
  const vision = {
    ...demoVision(),
    demo: false,
    billed: () => ({ provider: "openai", model: "gpt-4o-mini" }),
  } as const;
  // 1,500 tokens in and 200 out for the faces; a check compares three of them.
  expect(await prices(vision)).toEqual([30_000, 30_345, 30_345, 30_000]);
  const check = 990 + 3 * 330;
  await db.story.update({ where: { id: storyId }, data: { pictureCheck: "tell" } });
  expect(await prices(vision)).toEqual([30_000, 30_345 + check, 30_345 + check, 30_000 + check]);
  await db.story.update({ where: { id: storyId }, data: { pictureCheck: "repair" } });
  expect(await prices(vision)).toEqual([
    30_000,
    60_345 + 2 * check,
    30_345 + check,
    30_000 + check,
  ]);
  env().DAILY_BUDGET = undefined;
  overrideProviders({ vision: null });
});

it("an engine of one's own costs time: the mean of its last calls, and no money", async () => {
  const author = await person("author");
  const { story } = await makeStory({ author });
  const storyId = story.id;
  const engine = { provider: "comfyui", model: "text-to-picture" };
  overrideProviders({
    writer: new TestWriter([]),
    painter: Object.assign(new TestPainter(), { demo: false, billed: () => engine }),
    animator: new TestAnimator(),
  });
  const costs = async () => (await author.get(`/stories/${storyId}/costs`)).body.data;
  expect((await costs()).picture).toEqual({ micros: 0, isUnknown: false });
  const call = { ...engine, kind: "image", units: { images: 1 } } as const;
  await withUsage({ userId: author.id, storyId }, "pictures", async (onUsage) => {
    for (const seconds of [30, 50]) {
      onUsage({ ...call, outcome: "completed", milliseconds: seconds * 1_000 });
    }
    onUsage({ ...call, outcome: "failed", units: {}, milliseconds: 2_000 });
  });
  expect(await costs()).toMatchObject({
    isFree: false,
    picture: { micros: 0, isUnknown: false, seconds: 40 },
    scene: { perPanel: { micros: 0, seconds: 40 } },
    spent: { micros: 0, calls: 3, unpricedCalls: 0, seconds: 82 },
  });
});
