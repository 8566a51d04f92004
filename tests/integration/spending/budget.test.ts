import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failJob } from "@/lib/generation/jobs/completion-service";
import { requestImageTake } from "@/lib/generation/picture/request-picture-service";
import { extractEntities, writeText } from "@/lib/generation/text/service";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { withUsage } from "@/lib/spending/service";
import { askScene, generateScene } from "../generation/start";
import {
  type Author,
  authorWithStory,
  forgetEvents,
  makeAuthor,
  makeStory,
  playEvents,
  provide,
  provideScript,
  scriptOf,
  TestPainter,
  TestWriter,
} from "../generation/support";

/** Engines with prices: a picture is 3 cents, of text 1,000 tokens out are 0.06 cents. */
const paidWriter = (answers: string[]) =>
  Object.assign(new TestWriter(answers), {
    demo: false,
    billed: () => ({ provider: "openai", model: "gpt-4o-mini" }),
  });
const paidPainter = () =>
  Object.assign(
    new TestPainter(async ({ onUsage }) => {
      const model = "bytedance/seedream-4";
      const call = { provider: "replicate", model, kind: "image", outcome: "completed" } as const;
      onUsage?.({ ...call, milliseconds: 1, units: { images: 1 } });
      return {};
    }),
    {
      demo: false,
      billed: () => ({ provider: "replicate", model: "bytedance/seedream-4" }),
    },
  );

const gone = new AbortController().signal;
const prompt = "Mara climbs down the cliff and finds a door in the waves.";
const scene = async (author: Author, maxPanels = 2) => {
  const story = await makeStory(author);
  return askScene(author, story.id, { maxPanels });
};
const spend = async (author: Author, images: number) => {
  const story = await makeStory(author);
  await withUsage({ userId: author.viewer.id, storyId: story.id }, "pictures", async (onUsage) => {
    const call = { provider: "replicate", model: "bytedance/seedream-4", kind: "image" } as const;
    onUsage({ ...call, outcome: "completed", milliseconds: 1, units: { images } });
  });
};
const reserved = async (userId?: string) => {
  const rows = await db.budgetReservation.findMany(userId ? { where: { userId } } : undefined);
  return rows.reduce((total, row) => total + Number(row.amountMicros), 0);
};
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : "none");

/** Runs many requests at once. @returns how many were accepted, and the codes of the others */
async function atOnce(count: number, request: (index: number) => Promise<unknown>) {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, at) => request(at)));
  const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  // They decide one after the other: on a busy machine the last may wait longer than the usual limit.
  const decided = refused.filter((error) => !/lock timeout|P2028/.test(`${error} ${error.code}`));
  return { accepted: count - refused.length, codes: [...new Set(decided.map(codeOf))] };
}

beforeEach(async () => {
  provide(paidWriter([scriptOf(2)]), paidPainter());
  await Promise.all([
    forgetEvents(),
    db.providerCall.deleteMany(),
    db.budgetReservation.deleteMany(),
    db.spendingHour.deleteMany(),
    db.authorSpendingHour.deleteMany(),
  ]);
});
afterEach(() =>
  Object.assign(env(), { DAILY_BUDGET: undefined, DAILY_BUDGET_PER_AUTHOR: undefined }),
);

describe("daily budgets", () => {
  it("admit as many of fifty authors' concurrent scenes as fit", async () => {
    // A first scene of two panels is five pictures, three of them portraits, and some text: 0.1516.
    env().DAILY_BUDGET = 0.5;
    const authors = await Promise.all(Array.from({ length: 50 }, () => makeAuthor()));
    const { accepted, codes } = await atOnce(50, (at) => scene(authors[at] as Author));
    expect(codes).toEqual(["budget_exceeded"]);
    expect(accepted).toBe(3);
    expect(
      await db.scene.count({ where: { story: { authorId: { in: authors.map(idOf) } } } }),
    ).toBe(3);
    expect(await reserved()).toBeLessThanOrEqual(500_000);
  });

  it("admit as many of one author's fifty concurrent pictures as fit", async () => {
    env().DAILY_BUDGET_PER_AUTHOR = 0.1;
    const { author, story } = await authorWithStory();
    const { accepted, codes } = await atOnce(50, (at) =>
      requestImageTake(author.viewer, {
        storyId: story.id,
        prompt: `A pier at dawn, number ${at}`,
        isRefineMode: false,
      }),
    );
    expect([accepted, codes]).toEqual([3, ["budget_exceeded"]]);
    // Others have a budget of their own.
    const other = await makeAuthor();
    const theirs = await makeStory(other);
    await requestImageTake(other.viewer, {
      storyId: theirs.id,
      prompt: "A pier at dusk",
      isRefineMode: false,
    });
  });

  it("report the rest and the reset time, and reserve nothing for a refused request", async () => {
    env().DAILY_BUDGET_PER_AUTHOR = 0.1;
    const { author, story } = await authorWithStory();
    await spend(author, 2);
    const request = { storyId: story.id, prompt, maxPanels: 4 };
    const error = await generateScene(author.viewer, request, null).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "budget_exceeded", status: 402 });
    expect(error.message).toMatch(
      /^This would cost about \$0\.21, and \$0\.04 of your budget for today is left\. You can go on at midnight UTC, in \d+ (minute|hour)s?\.$/,
    );
    const { retryAfter, extra } = error.details;
    expect(retryAfter).toBeLessThanOrEqual(86_400);
    expect(new Date(extra.resetTime).toISOString()).toMatch(/T00:00:00\.000Z$/);
    expect(await db.scene.count({ where: { storyId: story.id } })).toBe(0);
    expect(await db.quotaEntry.count({ where: { userId: author.viewer.id } })).toBe(0);
    expect(await reserved(author.viewer.id)).toBe(0);
  });

  it("name the site's budget where it is used up, without its amount", async () => {
    env().DAILY_BUDGET = 0.03;
    await spend(await makeAuthor(), 1);
    const author = await makeAuthor();
    const error = await scene(author).catch((thrown) => thrown);
    expect(error.message).toMatch(/^The budget of this site for AI is used up for today\. You can/);
    const { id: storyId } = await makeStory(author);
    const words = { text: "A door stands in the sea." };
    const refused = await writeText(author.viewer, storyId, "improve", words, gone).catch(codeOf);
    expect(refused).toBe("budget_exceeded");
  });

  it("count only today's spending", async () => {
    env().DAILY_BUDGET = 0.2;
    const author = await makeAuthor();
    await spend(author, 100);
    await db.$executeRaw`UPDATE provider_call
      SET created_at = date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 second'`;
    expect((await scene(author)).jobId).toEqual(expect.any(String));
  });

  it("reserve a scene's possible cost until it is spent, and nothing after its end", async () => {
    env().DAILY_BUDGET = 1;
    const author = await makeAuthor();
    await scene(author);
    const before = await reserved();
    expect(before).toBeGreaterThan(150_000);
    await playEvents();
    expect(await reserved()).toBe(0);
    const spent = await db.providerCall.aggregate({ _sum: { costMicros: true } });
    expect(spent._sum.costMicros).toBe(150_000n);
    const failed = await scene(await makeAuthor());
    expect(await reserved()).toBe(before);
    await failJob(failed.jobId);
    expect(await reserved()).toBe(0);
  });

  it("never reserve more for a scene than was set aside, in any split", async () => {
    env().DAILY_BUDGET = 1;
    const author = await makeAuthor();
    const { jobId } = await scene(author);
    const held = await reserved();
    const { writeScene } = await import("@/lib/generation/scene/write-scene-service");
    await writeScene(jobId);
    // The writer is done; five pictures wait with their own shares.
    expect(await db.budgetReservation.count()).toBe(5);
    expect(await reserved()).toBe(150_000);
    expect(await reserved()).toBeLessThan(held);
  });

  it("add entities without portraits that were found in a paid text", async () => {
    env().DAILY_BUDGET_PER_AUTHOR = 0.02;
    const { newCharacters, newLocations } = JSON.parse(scriptOf(1));
    provide(paidWriter([JSON.stringify({ newCharacters, newLocations })]), paidPainter());
    const { author, story } = await authorWithStory();
    const description = "Mara and Old Tom meet at the North Pier.";
    const found = await extractEntities(author.viewer, { storyId: story.id, description }, gone);
    expect(found.newCharacters).toHaveLength(2);
    expect(found.portraitsRefused).toMatch(/of your budget for today is left\. You can go on at/);
    expect(await db.job.count({ where: { storyId: story.id } })).toBe(0);
    expect(await reserved()).toBe(0);
  });

  it("never refuse a free call", async () => {
    Object.assign(env(), { DAILY_BUDGET: 0, DAILY_BUDGET_PER_AUTHOR: 0 });
    provideScript(2);
    expect((await scene(await makeAuthor())).jobId).toEqual(expect.any(String));
    expect(await reserved()).toBe(0);
  });

  it("count hourly sums like the calls themselves", async () => {
    const answer = (of: Author) =>
      scene(of).then(
        () => "accepted",
        (error: unknown) => codeOf(error),
      );
    // Of an hour that is over, and of today whatever the hour.
    const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0));
    const hour = { hour: midnight, micros: 30_000n, calls: 1n, unpriced: 0n };
    for (const from of ["calls", "sums"]) {
      const author = await makeAuthor();
      const answers = async () => [await answer(author), await answer(await makeAuthor())];
      if (from === "calls") {
        await spend(author, 1);
        await db.providerCall.updateMany({ data: { createdAt: midnight } });
      } else {
        await db.providerCall.deleteMany();
        await db.spendingHour.create({ data: hour });
        await db.authorSpendingHour.create({ data: { ...hour, userId: author.viewer.id } });
      }
      Object.assign(env(), { DAILY_BUDGET: undefined, DAILY_BUDGET_PER_AUTHOR: 0.17 });
      expect(await answers(), from).toEqual(["budget_exceeded", "accepted"]);
      await db.budgetReservation.deleteMany();
      Object.assign(env(), { DAILY_BUDGET: 0.17, DAILY_BUDGET_PER_AUTHOR: undefined });
      expect(await answers(), from).toEqual(["budget_exceeded", "budget_exceeded"]);
    }
  });
});

const idOf = ({ viewer }: Author) => viewer.id;
