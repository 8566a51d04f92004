import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { readHomeRows } from "@/lib/stories/feed/home-row-queries";
import { getFeed, listOwnStories } from "@/lib/stories/feed/queries";
import { refreshRanks } from "@/lib/stories/feed/ranking-service";
import { storyQuery } from "@/lib/stories/schema";
import { countQueries, makeStory, type Person, person, visitor } from "../http/harness";

const ask = (query: Record<string, unknown> = {}) => storyQuery.parse(query);
const tagOf = ({ tag }: { tag: string }) => tag;
const titles = (stories: { title: string }[]) => stories.map((story) => story.title);
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

const ada = await person("ada");
const ben = await person("ben", { firstName: "Benedict", lastName: "Arnold" });
for (let number = 1; number <= 15; number += 1) {
  await makeStory({
    author: number % 3 === 0 ? ben : ada,
    title: `Story ${String(number).padStart(2, "0")}`,
    tags: number % 5 === 0 ? ["sea", "night"] : ["night"],
    publishedAt: day(number),
    panels: 1,
  });
}
await makeStory({ author: ada, title: "Ada's draft", status: "draft", tags: ["sea", "secret"] });
// Two that were published in the same millisecond.
await makeStory({ author: ben, title: "Twin", publishedAt: day(20), panels: 1, tags: ["twins"] });
await makeStory({ author: ben, title: "Twin", publishedAt: day(20), panels: 1, tags: ["twins"] });

describe("the feed", () => {
  it("shows published stories, the newest first, twelve to a page", async () => {
    const page = await getFeed(null, ask());
    expect(titles(page.stories).slice(0, 4)).toEqual(["Twin", "Twin", "Story 15", "Story 14"]);
    expect(page.stories).toHaveLength(12);
    expect(page.pagination).toMatchObject({ page: 1, pages: 2, total: 17 });
    const second = await getFeed(null, ask({ page: 2 }));
    expect(titles(second.stories)).toEqual([
      "Story 05",
      "Story 04",
      "Story 03",
      "Story 02",
      "Story 01",
    ]);
    expect(second.pagination.nextCursor).toBeNull();
    expect(page.stories[2]).toMatchObject({
      tags: ["sea", "night"],
      sceneCount: 1,
      previewImage: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/),
      userId: { username: ben.username, firstName: "Benedict" },
    });
  });

  it("needs at most two queries for a page, with any filter", async () => {
    for (const query of [
      {},
      { page: 2 },
      { tag: "night" },
      { sort: "popular" },
      { q: "story" },
      { author: ben.username },
    ]) {
      const { count } = await countQueries(() => getFeed(null, ask(query)));
      // A search reads its words, the number of stories, what matches, covers, and tags and people.
      expect(count, JSON.stringify(query)).toBeLessThanOrEqual("q" in query ? 5 : 2);
    }
    const first = await getFeed(null, ask({ limit: 3 }));
    const cursor = first.pagination.nextCursor;
    const { count } = await countQueries(() => getFeed(null, ask({ limit: 3, cursor })));
    expect(count).toBeLessThanOrEqual(2);
  });

  it("continues after a cursor without a gap or a repeat, even between equal ranks", async () => {
    for (const query of [{}, { tag: "night" }, { sort: "popular" }, { q: "lamp" }]) {
      const all = await getFeed(null, ask({ ...query, limit: 50 }));
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await getFeed(
          null,
          ask({ ...query, limit: 1, ...(cursor ? { cursor } : {}) }),
        );
        seen.push(...page.stories.map((story) => story._id));
        cursor = page.pagination.nextCursor;
      } while (cursor);
      expect(seen, JSON.stringify(query)).toEqual(all.stories.map((story) => story._id));
    }
  });

  it("keeps its position when a story is published meanwhile", async () => {
    const first = await getFeed(null, ask({ limit: 4 }));
    const late = await makeStory({ author: ada, title: "Late", publishedAt: day(25), panels: 1 });
    const next = await getFeed(null, ask({ limit: 4, cursor: first.pagination.nextCursor }));
    expect(titles(next.stories)[0]).toBe("Story 13");
    await db.story.delete({ where: { id: late.story.id } });
  });

  it("filters by tag and author, with counts", async () => {
    const sea = await getFeed(null, ask({ tag: "sea" }));
    expect(titles(sea.stories)).toEqual(["Story 15", "Story 10", "Story 05"]);
    expect(sea.pagination.total).toBe(3);
    const byBen = await getFeed(null, ask({ author: ben.username.toUpperCase() }));
    expect(byBen.pagination.total).toBe(7);
    const both = await getFeed(null, ask({ author: ben.username, tag: "sea" }));
    expect(titles(both.stories)).toEqual(["Story 15"]);
    expect((await getFeed(null, ask({ author: "nobody-here" }))).stories).toEqual([]);
    expect((await getFeed(null, ask({ tag: "unheard of" }))).pagination.total).toBe(0);
  });

  it("orders 'popular' by its score", async () => {
    const liked = await db.story.findFirstOrThrow({ where: { title: "Story 04" } });
    await db.storyStat.update({ where: { storyId: liked.id }, data: { likeCount: 500 } });
    await refreshRanks();
    const page = await getFeed(null, ask({ sort: "popular" }));
    expect(page.stories[0]?.title).toBe("Story 04");
    expect(page.stories).toHaveLength(12);
    expect(await refreshRanks()).toBe(0);
  });

  it("orders a tag's and an author's stories by the same score, and counts them", async () => {
    const liked = await db.story.findFirstOrThrow({ where: { title: "Story 05" } });
    await db.storyStat.update({ where: { storyId: liked.id }, data: { likeCount: 900 } });
    await refreshRanks();
    for (const narrow of [
      { tag: "sea" },
      { author: ada.username },
      { tag: "sea", author: ada.username },
    ]) {
      const page = await getFeed(null, ask({ ...narrow, sort: "popular" }));
      expect(page.stories[0]?.title, JSON.stringify(narrow)).toBe("Story 05");
      expect(page.pagination.total).toBe(page.stories.length);
    }
    const own = await getFeed(ada.viewer, ask({ author: ada.username, status: "draft" }));
    expect(own.pagination.total).toBe(1);
    const mature = { where: { title: "Story 01" }, data: { rating: "mature" } } as const;
    await db.story.updateMany(mature);
    const whole = { author: ada.username, status: "published", sort: "popular" } as const;
    const published = await getFeed(ada.viewer, ask(whole));
    expect(published.stories[0]?.title).toBe("Story 05");
    expect(titles(published.stories)).toContain("Story 01");
    await db.story.updateMany({ ...mature, data: { rating: "everyone" } });
    const all = await getFeed(ada.viewer, ask({ author: ada.username }));
    expect(all.pagination.total).toBe(11);
  });

  it("gives the home page rows: new stories, those liked within seven days, and tags, a query each", async () => {
    const like = async (title: string, people: Person[], daysAgo: number) => {
      const { id: storyId } = await db.story.findFirstOrThrow({ where: { title } });
      const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
      for (const { id: userId } of people)
        await db.storyLike.create({ data: { storyId, userId, createdAt } });
    };
    await like("Story 02", [ada], 6);
    await like("Story 07", [ada, ben], 0);
    await like("Story 09", [ada, ben], 8);
    await like("Ada's draft", [ben], 0);
    await refreshRanks();
    // Less than half a line of covers is no row.
    expect((await readHomeRows(17)).map(({ title }) => title)).toEqual(["New", "night"]);
    await like("Story 11", [ben], 0);
    await refreshRanks();
    const { result: rows, count } = await countQueries(() => readHomeRows(17));
    expect(count).toBeLessThanOrEqual(4);
    expect(rows.map(({ title, href }) => [title, href])).toEqual([
      ["New", "/#all-stories"],
      ["Most liked this week", "/?sort=popular"],
      ["night", "/tag/night?sort=popular"],
    ]);
    const [newest, liked, night] = rows.map(({ stories }) => titles(stories));
    expect(newest).toEqual(["Twin", "Twin", "Story 15", "Story 14", "Story 13", "Story 12"]);
    expect(liked?.[0]).toBe("Story 07");
    expect(liked?.toSorted()).toEqual(["Story 02", "Story 07", "Story 11"]);
    expect(night?.[0]).toBe("Story 05");
    expect(night).toHaveLength(6);
    // A tag of every story says nothing.
    expect((await readHomeRows(15)).map(({ title }) => title)).not.toContain("night");
    await db.storyLike.deleteMany();
    await refreshRanks();
    expect((await readHomeRows(17)).map(({ title }) => title)).not.toContain(
      "Most liked this week",
    );
  });

  it("sorts counts whose multiples exceed an integer", async () => {
    const { id: storyId } = await db.story.findFirstOrThrow({ where: { title: "Story 04" } });
    const set = (likeCount: number, remixCount: number) =>
      db.storyStat.update({ where: { storyId }, data: { likeCount, remixCount } });
    const { remixCount } = await db.storyStat.findUniqueOrThrow({ where: { storyId } });
    await set(1_000_000_000, 1_000_000_000);
    expect(await refreshRanks()).toBe(1);
    await set(500, remixCount);
    expect(await refreshRanks()).toBe(1);
  });

  it("finds title, description, tag and author by the beginnings of words", async () => {
    const find = async (q: string) => (await getFeed(null, ask({ q, limit: 50 }))).stories;
    expect(titles(await find("story 07"))).toEqual(["Story 07"]);
    expect(await find("somebody lights")).toHaveLength(17);
    expect(await find("somebo")).toHaveLength(17);
    expect(titles(await find("TWINS"))).toEqual(["Twin", "Twin"]);
    expect(await find("Arnold")).toHaveLength(7);
    expect(await find("elephant")).toEqual([]);
    expect(await find("secret")).toEqual([]);
  });

  it("shows drafts to their author alone", async () => {
    const own = await listOwnStories(ada.viewer, { limit: 50 });
    expect(titles(own.stories)).toContain("Ada's draft");
    const drafts = await ada.get("/stories?status=draft");
    expect(titles(drafts.body.data.stories)).toEqual(["Ada's draft"]);
    const own2 = await ada.get(`/stories?author=${ada.username}`);
    expect(titles(own2.body.data.stories)).toContain("Ada's draft");
    for (const as of [null, ben]) {
      const feed = await (as ?? visitor).get(`/stories?author=${ada.username}&limit=50`);
      expect(titles(feed.body.data.stories)).not.toContain("Ada's draft");
    }
    const others = await ben.get(`/stories?author=${ada.username}&status=draft`);
    expect(others.body.data).toMatchObject({ stories: [], pagination: { total: 0 } });
    expect((await visitor.get("/stories?status=draft")).status).toBe(401);
  });

  it("counts tags of published stories, the most used first", async () => {
    const { body } = await visitor.get("/stories/tags");
    expect(body.data.slice(0, 2)).toEqual([
      { tag: "night", count: 15 },
      { tag: "sea", count: 3 },
    ]);
    expect(body.data.map((one: { tag: string }) => one.tag)).not.toContain("secret");
  });

  it("lists equally used tags alphabetically, ignoring case", async () => {
    const tags = ["Zoo", "zebra", "apple", "Élan", "Zeal"];
    const { story } = await makeStory({ author: ada, title: "Of letters", tags });
    const list = async () => (await visitor.get("/stories/tags")).body.data.map(tagOf);
    const letters = ["apple", "Élan", "Zeal", "zebra", "Zoo"];
    expect((await list()).filter((tag: string) => tags.includes(tag))).toEqual(letters);
    const found = await getFeed(null, ask({ q: "z" }));
    expect(found.search?.tags.map(tagOf)).toEqual(["Zeal", "zebra", "Zoo"]);
    await db.story.delete({ where: { id: story.id } });
  });

  it("gives random pictures of published stories in both shapes", async () => {
    const { body } = await visitor.get("/stories/random-images?limit=6");
    expect(body.success).toBe(true);
    expect(body.images).toHaveLength(6);
    expect(body.data.images).toEqual(body.images);
    const draft = await db.story.findFirstOrThrow({
      where: { title: "Ada's draft" },
      include: { preview: true },
    });
    const all = await visitor.get("/stories/random-images?limit=50");
    expect(all.body.images.join()).not.toContain(draft.preview?.sha256);
  });
});

describe("totals", () => {
  it("equal their rows after publishing, retagging, unpublishing and deleting", async () => {
    const { story } = await makeStory({ author: ada, status: "draft", tags: ["night", "moon"] });
    const put = (body: object) => ada.put(`/stories/${story.id}`, body);
    for (const body of [
      { status: "published" },
      { tags: ["moon", "night", "stars"] },
      { tags: ["stars"] },
      { status: "draft" },
      { tags: ["moon", "stars"] },
      { status: "published" },
    ]) {
      expect((await put(body)).status).toBe(200);
      await expectTotals();
    }
    await ada.delete(`/stories/${story.id}`);
    await expectTotals();
  });

  async function expectTotals() {
    const rows = await db.$queryRaw<{ key: string; count: number; rows: number }[]>`
      SELECT t.key, t.count, CASE WHEN t.key = 'feed'
        THEN (SELECT count(*)::int FROM story WHERE status = 'published')
        ELSE (SELECT count(*)::int FROM story_tag g JOIN story s ON s.id = g.story_id
          WHERE 'tag:' || g.tag = t.key AND s.status = 'published') END AS rows
      FROM total t`;
    for (const row of rows) expect(row.count, row.key).toBe(row.rows);
  }
});
