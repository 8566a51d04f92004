import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { getFeed, readFeed } from "@/lib/stories/feed/queries";
import { storyQuery } from "@/lib/stories/schema";
import { countSearchWords } from "@/lib/stories/search/words-service";
import { bubble, makeStory, person, visitor } from "../http/harness";

const search = (q: string, more: object = {}) =>
  readFeed(null, storyQuery.parse({ q, limit: 50, ...more }));
const titles = async (q: string, more: object = {}) =>
  (await search(q, more)).stories.map(({ title }) => title);

const publish = async (title: string, description: string, day: number, tags: string[] = []) =>
  (
    await makeStory({
      author,
      title,
      description,
      tags,
      pictures: false,
      publishedAt: new Date(Date.UTC(2026, 0, day)),
    })
  ).story.id;

const say = async (storyId: string, ...lines: string[]) => {
  const panel = await db.panel.findFirstOrThrow({ where: { scene: { storyId } } });
  await db.panel.update({
    where: { id: panel.id },
    data: { textBubbles: lines.map((line) => bubble(line)) },
  });
};

const author = await person("hedda", { firstName: "Hedda", lastName: "Vale" });
const made = {
  title: await publish("Kraken", "An arm comes up.", 1),
  begins: await publish("Krakens and Whales", "Two of them.", 6),
  tag: await publish("An Arm", "It comes up.", 2, ["kraken", "Krakow"]),
  description: await publish("Far Below", "There a kraken sleeps.", 3),
  bubble: await publish("A Quiet Bay", "Nothing moves.", 4),
};
await publish("Nobody's Harbour", "Empty nets.", 5);
await say(made.bubble, "Do you see it?", "It is the kraken!");

describe("the order of search results", () => {
  const best = ["Kraken", "Krakens and Whales", "An Arm", "Far Below", "A Quiet Bay"];

  it("has titles before tags, those before descriptions, and bubbles last; whole words before prefixes", async () => {
    expect(await titles("kraken")).toEqual(best);
    const newest = ["Krakens and Whales", "A Quiet Bay", "Far Below", "An Arm", "Kraken"];
    expect(await titles("kraken", { sort: "new" })).toEqual(newest);
  });

  it("is by popularity on request", async () => {
    await db.storyRank.update({ where: { storyId: made.bubble }, data: { score: 50 } });
    await db.storyRank.update({ where: { storyId: made.tag }, data: { score: 40 } });
    expect((await titles("kraken", { sort: "popular" })).slice(0, 2)).toEqual([
      "A Quiet Bay",
      "An Arm",
    ]);
  });

  it.each(["best", "new", "popular"] as const)("goes on after a cursor: %s", async (sort) => {
    const all = await titles("kraken", { sort });
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await search("kraken", { sort, limit: 2, cursor });
      seen.push(...page.stories.map(({ title }) => title));
      expect(page.pagination.total).toBe(5);
      if (!page.pagination.nextCursor) break;
      cursor = page.pagination.nextCursor;
    }
    expect(seen).toEqual(all);
    expect(await titles("kraken", { sort, limit: 2, page: 2 })).toEqual(all.slice(2, 4));
  });

  it("refuses a cursor of another order", async () => {
    const { pagination } = await search("kraken", { sort: "popular", limit: 1 });
    const query = `?q=kraken&cursor=${pagination.nextCursor}`;
    expect((await visitor.get(`/stories${query}`)).status).toBe(400);
  });

  it("is filtered by tag and author", async () => {
    expect(await titles("kraken", { tag: "Krakow" })).toEqual(["An Arm"]);
    expect(await titles("kraken", { tag: "krakow" })).toEqual([]);
    expect(await titles("kraken", { author: author.username.toUpperCase() })).toHaveLength(5);
    expect(await titles("kraken", { author: "nobody-here" })).toEqual([]);
  });
});

describe("beside the stories", () => {
  it("a search finds tags by prefix, and people by name", async () => {
    const { search: found } = await search("KRAK");
    expect(found?.tags).toEqual([
      { tag: "kraken", count: 1 },
      { tag: "Krakow", count: 1 },
    ]);
    expect(found?.people).toEqual([]);
    const byName = await search("vale hed");
    expect(byName.search?.people.map(({ username }) => username)).toEqual([author.username]);
    expect(byName.stories).toHaveLength(6);
  });

  it("people without a public story, and hidden ones, are never found", async () => {
    const quiet = await person("quiet", { lastName: "Zorn" });
    await makeStory({ author: quiet, status: "draft", pictures: false });
    expect((await search("zorn")).search?.people).toEqual([]);
    const { story } = await makeStory({ author: quiet, pictures: false });
    expect((await search("zorn")).search?.people).toHaveLength(1);
    await db.user.update({ where: { id: quiet.id }, data: { hiddenAt: new Date() } });
    expect((await search("zorn")).search?.people).toEqual([]);
    await db.story.delete({ where: { id: story.id } });
  });

  it("people are found by the beginnings of username, first and last name, with their stories", async () => {
    const { username } = author;
    for (const q of [username, username.slice(0, 4), "HEDDA", "vale", "hed val"]) {
      expect((await search(q)).search?.people, q).toMatchObject([{ username, storyCount: 6 }]);
    }
    // A pattern or an operator is read as words, and finds no other person.
    for (const q of [
      "%",
      "_",
      "h%",
      "*",
      "hedda & !vale:*",
      "'; --",
      "\\",
      "🦊",
      "🦊 hedda",
      "ℌ%",
    ]) {
      const { people } = (await search(q)).search ?? {};
      expect(people?.every((person) => person.username === username) ?? true, q).toBe(true);
    }
    for (const q of ["%", "_", "*", "🦊"])
      expect((await search(q)).search?.people ?? [], q).toEqual([]);
    const long = await visitor.get(`/stories?q=${"hedda".repeat(2_000)}`);
    expect(long.status).toBe(400);
  });

  it("excerpts show the words where the title lacks them", async () => {
    const { search: found } = await search("kraken");
    expect(found?.excerpts).toEqual({
      [made.description]: "There a kraken sleeps.",
      [made.bubble]: expect.stringContaining("Do you see it? It is the kraken!"),
    });
    expect(found?.words).toEqual(["kraken"]);
  });
});

describe("a word without a match", () => {
  it.each([
    ["krakn", "kraken"],
    ["karken", "kraken"],
    ["Harbuor", "harbour"],
    ["whalse", "whales"],
    ["teh", "the"],
  ])("%s is corrected to %s, with a note", async (typed, meant) => {
    const page = await search(typed);
    expect(page.search?.correctedTo).toBe(meant);
    expect(page.stories.length).toBeGreaterThan(0);
    expect(page.stories).toEqual((await search(meant)).stories);
  });

  it("is not corrected where nothing is similar, or it is short without swapped letters", async () => {
    for (const q of ["xylophone", "krk", "kraken xylophone"]) {
      const page = await search(q);
      expect([page.stories, page.search?.correctedTo], q).toEqual([[], null]);
    }
  });

  it("is never corrected to a word of a draft", async () => {
    const { story } = await makeStory({
      author,
      title: "Quicksilver",
      status: "draft",
      pictures: false,
    });
    expect((await search("quicksilvr")).search?.correctedTo).toBeNull();
    await db.story.update({
      where: { id: story.id },
      data: { status: "published", publishedAt: new Date() },
    });
    expect((await search("quicksilvr")).search?.correctedTo).toBe("quicksilver");
    await db.story.delete({ where: { id: story.id } });
    await countSearchWords();
    expect((await search("quicksilvr")).search?.correctedTo).toBeNull();
  });
});

describe("a story that changes", () => {
  it("is found by its current text", async () => {
    const id = await publish("Marzipan", "Sweet.", 9, ["pastry"]);
    const found = async (q: string) => (await titles(q)).length;
    expect([await found("marzipan"), await found("pastry")]).toEqual([1, 1]);
    await db.story.update({ where: { id }, data: { title: "Nougat" } });
    await db.storyTag.deleteMany({ where: { storyId: id } });
    expect([await found("marzipan"), await found("pastry"), await found("nougat")]).toEqual([
      0, 0, 1,
    ]);
    await say(id, "Turrón!");
    expect(await found("turron")).toBe(1);
    await say(id, "Halva!");
    expect([await found("turron"), await found("halva")]).toEqual([0, 1]);
    const scene = await db.scene.findFirstOrThrow({ where: { storyId: id } });
    await db.panel.updateMany({
      where: { sceneId: scene.id },
      data: { sceneId: null, removedFromId: scene.id },
    });
    expect(await found("halva")).toBe(0);
    await db.story.delete({ where: { id } });
    expect(await found("nougat")).toBe(0);
  });

  it.each([
    ["a draft", { status: "draft", publishedAt: null }],
    ["for adults", { rating: "mature" }],
  ] as const)("is not found while it is %s", async (_, data) => {
    const id = await publish("Persimmon", "Orange.", 9);
    expect(await titles("persimmon")).toHaveLength(1);
    await db.story.update({ where: { id }, data });
    expect(await titles("persimmon")).toEqual([]);
    await db.story.delete({ where: { id } });
  });

  it("loses the words of a scene that is deleted", async () => {
    const id = await publish("Quince", "Yellow.", 9);
    await say(id, "Medlar!");
    expect(await titles("medlar")).toEqual(["Quince"]);
    await db.scene.deleteMany({ where: { storyId: id } });
    expect([await titles("medlar"), await titles("quince")]).toEqual([[], ["Quince"]]);
    await db.story.delete({ where: { id } });
  });
});

it("the author's own stories are searched with their drafts, by prefix too", async () => {
  const writer = await person("writer");
  for (const [title, status] of [
    ["Gingerbread", "draft"],
    ["Gingersnap", "published"],
    ["Cinnamon", "draft"],
  ] as const) {
    await makeStory({ author: writer, title, status, pictures: false });
  }
  const own = async (more: object) =>
    (await getFeed(writer.viewer, storyQuery.parse({ author: writer.username, ...more }))).stories
      .map(({ title }) => title)
      .sort();
  expect(await own({ q: "ginger" })).toEqual(["Gingerbread", "Gingersnap"]);
  expect(await own({ q: "ginger", status: "draft" })).toEqual(["Gingerbread"]);
  expect(await own({ q: "ginger cinnamon" })).toEqual([]);
  expect(await own({ q: "—" })).toEqual([]);
});

describe("common words", () => {
  it("find the newest stories in blocks, with a note that older ones are left out", async () => {
    const first = await publish("Saffron Blue", "One.", 10);
    await db.$executeRaw`SELECT setval('story_listing_seq', 900000)`;
    const last = await publish("Saffron Red", "Two.", 11);
    const feed = { key: "feed" };
    const { count } = await db.total.update({
      where: feed,
      data: { count: { increment: 900_000 } },
    });
    const stories = async (saffron: number, more = 0) => {
      await db.searchWord.update({ where: { word: "saffron" }, data: { stories: saffron } });
      await db.searchWord.update({ where: { word: "red" }, data: { stories: more } });
      await db.searchWord.update({ where: { word: "blue" }, data: { stories: more } });
    };
    await stories(5_000);
    expect(await titles("saffron")).toEqual(["Saffron Red", "Saffron Blue"]);
    await stories(900_000, 900_000);
    const { stories: found, search: told } = await search("saffron blue");
    expect([found, told?.isWhole]).toEqual([[], false]);
    expect(await titles("saffron red")).toEqual(["Saffron Red"]);
    await db.total.update({ where: feed, data: { count: count - 900_000 } });
    await db.story.deleteMany({ where: { id: { in: [first, last] } } });
  });

  it("are counted from a sample, or completely; deleted ones keep a count of zero", async () => {
    const id = await publish("Cardamom", "Cardamom and cloves.", 12);
    const count = async (word: string) =>
      (await db.searchWord.findUniqueOrThrow({ where: { word } })).stories;
    await countSearchWords();
    expect([await count("cardamom"), await count("kraken")]).toEqual([1, 4]);
    await db.story.delete({ where: { id } });
    await countSearchWords();
    expect(await count("cardamom")).toBe(0);
    // A sample of one story in seven has the page of all of them, or none.
    await countSearchWords(1);
    expect(await count("kraken")).toBeGreaterThanOrEqual(4);
    expect(await count("cardamom")).toBe(0);
    const again = await publish("Cardamom", "Back.", 12);
    expect(await count("cardamom")).toBe(1);
    await db.story.delete({ where: { id: again } });
  });
});

describe("words of a phrase", () => {
  it("are found among the newest, even if more stories have them than a search returns", async () => {
    // The newest block of 2,048 has fewer of them than a search finds.
    await db.$queryRaw`SELECT setval('story_listing_seq', ${450 * 2_048}::bigint)::text`;
    for (let from = 1; from < 3_000; from += 300)
      await db.$executeRaw`
      INSERT INTO story (id, author_id, title, description, status, published_at, updated_at)
      SELECT gen_random_uuid(), ${author.id}::uuid,
        CASE WHEN n > 1950 THEN 'Isle of Mull ' || n ELSE 'Nowhere ' || n END, 'An island.', 'published',
        timestamptz '2025-01-01' + n * interval '1 minute', now()
      FROM generate_series(${from}::int, ${from + 299}::int) n`;
    await countSearchWords();
    const found = await search("isle mull", { sort: "new", limit: 3 });
    expect(found.pagination.total).toBe(1_000);
    expect(found.stories.map(({ title }) => title)).toEqual([
      "Isle of Mull 3000",
      "Isle of Mull 2999",
      "Isle of Mull 2998",
    ]);
  });
});
