import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { rollUpViews } from "@/lib/stories/feed/ranking-service";
import { listShelf } from "@/lib/stories/feed/shelf-queries";
import { placeholderDescription, storyDefaults } from "@/lib/stories/story-defaults";
import { countQueries, entityData, makeStory, person } from "../http/harness";

const ada = await person("ada");
const ben = await person("ben");

/** Midnight in UTC, so many days before today's. */
const midnight = (back: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - back));
};

const readings = (storyId: string, back: number, count: number) =>
  db.storyView.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      storyId,
      day: midnight(back),
      viewer: `viewer ${n}`,
    })),
  });

describe("the shelf", () => {
  it("has own stories only, with readers and likes of the last thirty days", async () => {
    const { story } = await makeStory({ author: ada, scenes: 1, panels: 1 });
    const draft = await makeStory({ author: ada, status: "draft", scenes: 1, panels: 1 });
    await makeStory({ author: ben, scenes: 1, panels: 1 });
    await readings(story.id, 0, 3);
    await readings(story.id, 29, 2);
    await readings(story.id, 30, 5);
    // Whether a reading is in the day's counter already makes no difference.
    await rollUpViews();
    await db.storyView.create({
      data: { storyId: story.id, day: midnight(0), viewer: "somebody who came later" },
    });
    await db.storyLike.createMany({
      data: [
        // The last moment of yesterday, and the first of today.
        { storyId: story.id, userId: ada.id, createdAt: new Date(midnight(0).getTime() - 1) },
        { storyId: story.id, userId: ben.id, createdAt: midnight(0) },
      ],
    });

    const { result: shelf, count } = await countQueries(() => listShelf(ada.viewer, 1));
    // Cards, how many there are, and the days of all of them.
    expect(count).toBe(3);
    expect(shelf.stories.map(({ _id }) => _id)).toEqual([draft.story.id, story.id]);
    // So is it with the views of its cover, of whatever day.
    expect(shelf.stories.map(({ viewCount }) => viewCount)).toEqual([0, 11]);
    const days = shelf.days.get(story.id) ?? [];
    expect(days).toHaveLength(30);
    const day = (back: number) => midnight(back).toISOString().slice(0, 10);
    expect(days.at(-1)).toEqual({ day: day(0), readers: 4, likes: 1 });
    expect(days.at(-2)).toEqual({ day: day(1), readers: 0, likes: 1 });
    expect(days[0]).toEqual({ day: day(29), readers: 2, likes: 0 });
    expect(days.slice(1, -2).every(({ readers, likes }) => readers + likes === 0)).toBe(true);
    expect(shelf.days.get(draft.story.id)?.every(({ readers }) => readers === 0)).toBe(true);
  });

  it("forgets the likes that were taken back, and days that no shelf shows", async () => {
    const { story } = await makeStory({ author: ada, scenes: 1, panels: 1 });
    const likes = async () =>
      (await listShelf(ada.viewer, 1)).days.get(story.id)?.at(-1)?.likes ?? null;
    await db.storyLike.create({ data: { storyId: story.id, userId: ben.id } });
    expect(await likes()).toBe(1);
    await db.storyLike.deleteMany({ where: { storyId: story.id } });
    expect(await likes()).toBe(0);
    await db.storyDay.create({ data: { storyId: story.id, day: midnight(31), readers: 4 } });
    await readings(story.id, 31, 2);
    await rollUpViews();
    const kept = await db.storyDay.findMany({ where: { storyId: story.id } });
    expect(kept.map(({ day }) => day)).toEqual([midnight(0)]);
    expect(await db.storyView.count({ where: { storyId: story.id } })).toBe(0);
    // They are counted all the same.
    const { viewCount } = await db.storyStat.findUniqueOrThrow({ where: { storyId: story.id } });
    expect(viewCount).toBe(2);
  });

  it("knows drafts that have no scene, and no others", async () => {
    const cleo = await person("cleo");
    const begin = async () => {
      const body = { ...storyDefaults, description: placeholderDescription };
      const { body: answer } = await cleo.post("/stories", body);
      return answer.data._id as string;
    };
    const [opened, styled, cast] = [await begin(), await begin(), await begin()];
    const { status } = await cleo.patch(`/stories/${styled}/art-style`, {
      artStyle: "Woodcut in two colours",
    });
    expect(status).toBe(200);
    const { seed: _, ...nora } = entityData("Nora");
    const who = { ...nora, storyId: cast };
    expect((await cleo.post("/characters", who)).status).toBe(201);
    await makeStory({ author: cleo, status: "draft", scenes: 1, panels: 1 });
    const { stories } = await listShelf(cleo.viewer, 1);
    expect(stories).toHaveLength(4);
    const untouched = stories.filter(({ isUntouched }) => isUntouched).map(({ _id }) => _id);
    expect(untouched).toEqual([opened]);
  });

  it("is empty for a new account, and behind its last page", async () => {
    const fresh = await person("fresh");
    expect(await listShelf(fresh.viewer, 1)).toMatchObject({ stories: [], days: new Map() });
    expect((await listShelf(ada.viewer, 2)).stories).toEqual([]);
  });
});
