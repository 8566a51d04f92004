import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { lineageRoot, lineageTags } from "@/lib/pages/lineage-queries";
import { db } from "@/lib/platform/db";
import { getNextStories } from "@/lib/stories/feed/next-stories-queries";
import { type Branch, treeLimits } from "@/lib/stories/remix/tree";
import { getRemixTree } from "@/lib/stories/remix/tree-queries";
import { makeStory, type Person, person } from "../http/harness";

const ada = await person("ada");
const ben = await person("ben");

let minutes = 0;
/** A row is enough: what a remix copies is shown elsewhere. */
async function remixOf(
  original: string | null,
  { title = "A remix", status = "published" as "published" | "draft", by = ben } = {},
): Promise<string> {
  minutes += 1;
  const { id } = await db.story.create({
    data: {
      authorId: by.id,
      title,
      description: "d",
      isRemix: original !== null,
      originalStoryId: original,
      status,
      publishedAt: status === "published" ? new Date(Date.UTC(2026, 0, 1, 0, minutes)) : null,
    },
    select: { id: true },
  });
  return id;
}

const titles = (branches: readonly Branch[]) => branches.map(({ title }) => title);

describe("the remix tree of a story", () => {
  it("lists ancestors from the top down, and descendants level by level, newest first", async () => {
    const top = await remixOf(null, { title: "Top", by: ada });
    const middle = await remixOf(top, { title: "Middle" });
    const own = await remixOf(middle, { title: "Own" });
    const older = await remixOf(own, { title: "Older" });
    await remixOf(own, { title: "Newer" });
    await remixOf(own, { title: "Hidden", status: "draft" });
    const grandchildren = [];
    for (const name of ["a", "b", "c", "d"])
      grandchildren.push(await remixOf(older, { title: name }));
    await remixOf(grandchildren[3] ?? null, { title: "leaf" });

    const tree = await getRemixTree(own, 1);
    expect(tree).toMatchObject({
      story: { _id: own, title: "Own", author: { username: ben.username } },
      origin: { kind: "none" },
      page: 1,
      pages: 1,
      total: 2,
      // The draft is counted beside 'Remix', and listed nowhere.
      remixCount: 3,
    });
    expect(tree?.above.map(({ title }) => title)).toEqual(["Top", "Middle"]);
    expect(titles(tree?.remixes ?? [])).toEqual(["Newer", "Older"]);
    const [newer, shown] = tree?.remixes ?? [];
    expect(newer).toMatchObject({ remixes: [], hasMore: false, changes: ["new title"] });
    expect(tree?.story.changes).toEqual(["new title"]);
    expect(tree?.above[0]?.changes).toBeNull();
    expect(titles(shown?.remixes ?? [])).toEqual(["d", "c", "b"]);
    expect(shown?.hasMore).toBe(true);
    expect(titles(shown?.remixes[0]?.remixes ?? [])).toEqual(["leaf"]);
    expect(JSON.stringify(tree)).not.toContain("Hidden");
  });

  it("ends at deleted or private stories, and at its maximum depth", async () => {
    const deleted = await remixOf(null, { title: "Gone for good", by: ada });
    const orphan = await remixOf(deleted);
    await db.story.update({
      where: { id: orphan },
      data: { originalStoryTitle: "Gone for good" },
    });
    await db.story.delete({ where: { id: deleted } });
    expect((await getRemixTree(orphan, 1))?.origin).toEqual({
      kind: "deleted",
      title: "Gone for good",
    });

    const draft = await remixOf(null, { status: "draft", title: "Secret", by: ada });
    const published = await remixOf(draft);
    const below = await getRemixTree(published, 1);
    expect(below).toMatchObject({ above: [], origin: { kind: "unknown" } });
    // A private original is compared with nothing.
    expect(below?.story.changes).toBeNull();
    expect(await getRemixTree(draft, 1)).toBeNull();

    let last = await remixOf(null, { title: "0" });
    const root = last;
    for (let depth = 1; depth <= treeLimits.above + 2; depth += 1) {
      last = await remixOf(last, { title: String(depth) });
    }
    const deep = await getRemixTree(last, 1);
    expect(deep?.origin).toEqual({ kind: "more" });
    expect(deep?.above).toHaveLength(treeLimits.above);
    expect(deep?.above.at(-1)?.title).toBe(String(treeLimits.above + 1));
    expect(await lineageRoot(last)).toBe(root);
  });

  it("comes in pages of twelve; there is none after the last", async () => {
    const story = await remixOf(null);
    for (let index = 0; index < 13; index += 1) await remixOf(story, { title: `r${index}` });
    expect(titles((await getRemixTree(story, 1))?.remixes ?? [])).toEqual(
      Array.from({ length: 12 }, (_, index) => `r${12 - index}`),
    );
    expect(await getRemixTree(story, 2)).toMatchObject({
      page: 2,
      pages: 2,
      total: 13,
      remixes: [{ title: "r0" }],
    });
    expect(await getRemixTree(story, 3)).toBeNull();
    expect(await getRemixTree(randomUUID(), 1)).toBeNull();
    expect(await getRemixTree("nonsense", 1)).toBeNull();
  });

  it("one write expires the pages of the whole tree", async () => {
    const top = await remixOf(null);
    const own = await remixOf(top);
    const below = await remixOf(own);
    expect(new Set(await lineageTags(own))).toEqual(
      new Set([`lineage:${top}`, `story:${top}`, `story:${below}`]),
    );
  });
});

describe("the author's next story", () => {
  it("follows in the order of publishing, then from the oldest, without drafts and other authors", async () => {
    const cleo = await person("cleo");
    const made: string[] = [];
    for (const title of ["1", "2", "3", "4", "5"]) {
      made.push(await remixOf(null, { title, by: cleo }));
    }
    await remixOf(null, { title: "draft", status: "draft", by: cleo });
    await remixOf(null, { title: "another's", by: ada });
    const followers = async (index: number, limit = 3) =>
      (await getNextStories(made[index] ?? "", limit)).map(({ title }) => title);
    expect(await followers(0)).toEqual(["2", "3", "4"]);
    expect(await followers(3)).toEqual(["5", "1", "2"]);
    expect(await followers(4)).toEqual(["1", "2", "3"]);
    expect(await followers(1, 9)).toEqual(["3", "4", "5", "1"]);
    const lonely = await person("dora");
    expect(await getNextStories(await remixOf(null, { by: lonely }), 3)).toEqual([]);
  });
});

it("the likes on a page come in one response, with the viewer's own", async () => {
  const { story, scenes } = await makeStory({ author: ada, scenes: 2 });
  const [first, second] = scenes;
  await ben.post(`/likes/scenes/${first?.id}`);
  await ben.post(`/likes/stories/${story.id}`);
  const ask = (as: Person, query = "") => as.get(`/likes/stories/${story.id}${query}`);
  const { body } = await ask(ben, "?scenes=true");
  expect(body.data).toMatchObject({ likeCount: 1, isLikedByUser: true });
  expect(new Set(body.data.scenes)).toEqual(
    new Set([
      { _id: first?.id, likeCount: 1, isLikedByUser: true },
      { _id: second?.id, likeCount: 0, isLikedByUser: false },
    ]),
  );
  expect((await ask(ada, "?scenes=true")).body.data).toMatchObject({
    likeCount: 1,
    isLikedByUser: false,
  });
  expect((await ask(ben)).body.data).toEqual({ likeCount: 1, isLikedByUser: true });
});
