import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { remixStory } from "@/lib/stories/remix/service";
import { makeStory, type Person, person } from "../http/harness";

const ada = await person("ada");
const ben = await person("ben");

/** The counters of all authors and stories, kept and as the rows say. */
async function compare() {
  const kept = await db.$queryRaw<unknown[]>`SELECT a.* FROM author_stat a ORDER BY user_id`;
  const counted = await db.$queryRaw<unknown[]>`
    WITH n AS (
      SELECT s.id, s.author_id, s.status = 'published' AS published,
        s.status = 'published' AND s.rating <> 'mature' AS listed,
        (SELECT count(*) FROM scene c WHERE c.story_id = s.id) AS scenes,
        (SELECT count(*) FROM panel p JOIN scene c ON c.id = p.scene_id WHERE c.story_id = s.id) AS panels
      FROM story s)
    SELECT u.id AS user_id, count(n.id)::int AS stories,
      (count(*) FILTER (WHERE n.published))::int AS published,
      coalesce(sum(n.scenes), 0)::int AS scenes, coalesce(sum(n.panels), 0)::int AS panels,
      (count(*) FILTER (WHERE n.listed))::int AS listed_stories,
      coalesce(sum(n.scenes) FILTER (WHERE n.listed), 0)::int AS listed_scenes,
      coalesce(sum(n.panels) FILTER (WHERE n.listed), 0)::int AS listed_panels
    FROM user_account u LEFT JOIN n ON n.author_id = u.id GROUP BY u.id ORDER BY u.id`;
  expect(kept).toEqual(counted);
  const wrong = await db.$queryRaw<unknown[]>`
    SELECT z.* FROM story_size z FULL JOIN story s ON s.id = z.story_id
    WHERE z.story_id IS NULL OR s.id IS NULL OR z.author_id <> s.author_id
      OR z.scenes <> (SELECT count(*) FROM scene c WHERE c.story_id = s.id)
      OR z.panels <> (SELECT count(*) FROM panel p JOIN scene c ON c.id = p.scene_id
        WHERE c.story_id = s.id)`;
  expect(wrong).toEqual([]);
}

const statOf = ({ id: userId }: Person) => db.authorStat.findUniqueOrThrow({ where: { userId } });

describe("counters of authors and stories", () => {
  it("follow a story from its first scene to its end", async () => {
    await makeStory({ author: ada, scenes: 2, panels: 3 });
    const { story, scenes } = await makeStory({
      author: ada,
      status: "draft",
      scenes: 2,
      panels: 2,
    });
    const [first, second] = scenes.map(({ id }) => id);
    if (!first || !second) throw new Error("There are two scenes.");
    expect(await statOf(ada)).toMatchObject({
      stories: 2,
      published: 1,
      scenes: 4,
      panels: 10,
      listedStories: 1,
      listedScenes: 2,
      listedPanels: 6,
    });
    const where = { id: story.id };
    await db.story.update({ where, data: { status: "published", publishedAt: new Date() } });
    expect(await statOf(ada)).toMatchObject({ published: 2, listedStories: 2, listedPanels: 10 });
    await db.story.update({ where, data: { rating: "mature" } });
    expect(await statOf(ada)).toMatchObject({ published: 2, listedStories: 1, listedPanels: 6 });
    await compare();
    await db.story.update({ where, data: { rating: "teen" } });
    // Out of one scene, back into the other.
    const panel = { sceneId_panelNumber: { sceneId: first, panelNumber: 2 } };
    const { id } = await db.panel.update({
      where: panel,
      data: { sceneId: null, removedFromId: first },
    });
    expect(await statOf(ada)).toMatchObject({ panels: 9, listedPanels: 9 });
    await db.panel.update({
      where: { id },
      data: { sceneId: second, removedFromId: null, panelNumber: 3 },
    });
    expect(await statOf(ada)).toMatchObject({ panels: 10, listedPanels: 10 });
    await compare();
    await db.panel.delete({ where: { id } });
    await db.scene.delete({ where: { id: first } });
    expect(await statOf(ada)).toMatchObject({ scenes: 3, panels: 8, listedPanels: 8 });
    await db.story.update({ where, data: { status: "draft", publishedAt: null } });
    expect(await statOf(ada)).toMatchObject({ published: 1, listedStories: 1, panels: 8 });
    await compare();
    await db.story.delete({ where });
    expect(await statOf(ada)).toMatchObject({ stories: 1, scenes: 2, panels: 6 });
    await compare();
  });

  it("are updated once, when a transaction commits", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 2, panels: 2 });
    await db.$transaction([
      db.panel.deleteMany({ where: { sceneId: scenes[0]?.id ?? "" } }),
      db.scene.deleteMany({ where: { id: scenes[0]?.id ?? "" } }),
      db.scene.create({
        data: {
          storyId: story.id,
          sceneNumber: 3,
          panels: { create: [1, 2, 3].map((panelNumber) => ({ panelNumber })) },
        },
      }),
    ]);
    await compare();
    await db.$transaction([
      db.scene.deleteMany({ where: { storyId: story.id, sceneNumber: 3 } }),
      db.story.deleteMany({ where: { id: story.id } }),
    ]);
    await compare();
  });

  it("stay correct under concurrent writes to two stories of one author", async () => {
    const stories = await Promise.all(
      [1, 2].map(() => makeStory({ author: ada, scenes: 1, panels: 1 })),
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        db.scene.create({
          data: {
            storyId: stories[index % 2]?.story.id ?? "",
            sceneNumber: 2 + (index >> 1),
            panels: { create: [{ panelNumber: 1 }, { panelNumber: 2 }] },
          },
        }),
      ),
    );
    await compare();
  });

  it("count a remix for its author, and a hidden story for its author alone", async () => {
    const { story } = await makeStory({ author: ada, scenes: 2, panels: 2 });
    await remixStory(ben.viewer, story.id);
    expect(await statOf(ben)).toMatchObject({ stories: 1, published: 0, scenes: 2, panels: 4 });
    await compare();
    const before = await statOf(ada);
    await db.story.update({
      where: { id: story.id },
      data: { status: "draft", publishedAt: null, hiddenAt: new Date() },
    });
    expect(await statOf(ada)).toMatchObject({
      stories: before.stories,
      published: before.published - 1,
      listedStories: before.listedStories - 1,
    });
    await compare();
  });

  it("are deleted with the account", async () => {
    const carl = await person("carl");
    await makeStory({ author: carl, scenes: 2, panels: 2 });
    await makeStory({ author: carl, status: "draft", scenes: 1, panels: 1 });
    const { story } = await makeStory({ author: carl, scenes: 3, panels: 1 });
    await db.storyLike.createMany({
      data: [ada, ben, carl].map(({ id: userId }) => ({ userId, storyId: story.id })),
    });
    await db.user.delete({ where: { id: carl.id } });
    expect(await db.storyDay.count({ where: { storyId: story.id } })).toBe(0);
    await compare();
  });
});
