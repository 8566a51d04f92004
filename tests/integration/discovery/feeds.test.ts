import { parseAtomFeed, parseRssFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { GET as getAtom, POST as postAtom } from "@/app/atom.xml/route";
import { GET as getRss } from "@/app/feed.xml/route";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { xmlElements } from "@/tests/support/books/xml";
import { bubble, makeStory, person } from "../http/harness";
import { get } from "./get";

const hostile =
  "</title>]]><script>alert(1)</script> & \u0000\u0007\u001b\u2028\ufffe \ud83d \u202Egnitfihs 💡";

Object.assign(env(), { APP_URL: "https://comics.example" });
const ada = await person("ada", { firstName: "Ada", lastName: "<b>Lovelace</b>" });
const ben = await person("ben");

const rss = (path = "/feed.xml", headers = {}) => get(getRss, path, {}, headers);
const atom = (path = "/atom.xml", headers = {}) => get(getAtom, path, {}, headers);

describe("feeds", () => {
  it("are valid RSS and Atom with cover, author, tags and dates", async () => {
    const { story } = await makeStory({
      author: ada,
      title: "The Lamp Room",
      tags: ["sea", "night & day"],
      publishedAt: new Date("2026-11-01T10:00:00.000Z"),
    });
    const answer = await rss();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const self = xmlElements(answer.text).find(({ name }) => name === "atom:link");
    expect(self?.attributes).toMatchObject({
      rel: "self",
      href: "https://comics.example/feed.xml",
      type: "application/rss+xml",
    });
    const feed = parseRssFeed(answer.text);
    const item = feed.items?.find(({ title }) => title === "The Lamp Room");
    const url = `https://comics.example/story/${story.id}/read`;
    expect(item).toMatchObject({
      link: url,
      guid: { value: url, isPermaLink: true },
      pubDate: "Sun, 01 Nov 2026 10:00:00 GMT",
      dc: { creators: ["Ada <b>Lovelace</b>"] },
    });
    expect(item?.categories?.map(({ name }) => name)).toEqual(["sea", "night & day"]);
    expect(item?.enclosures?.[0]).toMatchObject({ type: "image/webp", length: 1000 });
    expect(item?.enclosures?.[0]?.url).toMatch(
      /^https:\/\/comics\.example\/media\/[0-9a-f]{64}\.webp$/,
    );
    expect(item?.content?.encoded).toContain("<img src=");

    const other = await atom();
    expect(other.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const entry = parseAtomFeed(other.text).entries?.find(({ id }) => id === url);
    expect(entry).toMatchObject({ published: "2026-11-01T10:00:00.000Z" });
    expect(entry?.authors?.[0]?.name).toBe("Ada <b>Lovelace</b>");
    expect(entry?.links?.map(({ rel }) => rel)).toEqual(["alternate", "enclosure"]);
    for (const name of ["id", "title", "updated"]) {
      expect(xmlElements(other.text).filter((one) => one.name === name).length).toBeGreaterThan(1);
    }
  });

  it("say that a story has changed where an author has changed a bubble", async () => {
    const author = await person("letterer");
    const { story, scenes } = await makeStory({ author });
    const [scene] = scenes;
    const long = new Date("2026-01-02T10:00:00.000Z");
    await db.story.update({
      where: { id: story.id },
      data: { updatedAt: long, publishedAt: long },
    });
    await db.scene.update({ where: { id: scene?.id }, data: { updatedAt: long } });
    const began = Date.now();
    const { status } = await author.put(`/scenes/${scene?.id}/panels/1`, {
      textBubbles: [bubble("Another line")],
    });
    expect(status).toBe(200);
    const feed = parseAtomFeed((await atom(`/atom.xml?author=${author.username}`)).text);
    expect(Date.parse(feed.entries?.[0]?.updated ?? "")).toBeGreaterThanOrEqual(began - 1000);
    // An author who has the scene open can still save it.
    const after = await db.scene.findUniqueOrThrow({ where: { id: scene?.id } });
    expect(after.version).toBe(scene?.version);
  });

  it("stay well-formed whatever a title, a tag or a description holds", async () => {
    const { story } = await makeStory({ author: ben });
    // As no call of ours would store it: what stands in the table may be older than a rule.
    const stored = hostile.replace("\u0000", "").replace("\ud83d ", "");
    await db.story.update({
      where: { id: story.id },
      data: { title: stored, description: stored },
    });
    await db.storyTag.create({ data: { storyId: story.id, tag: "<tag> & ]]>", position: 0 } });
    for (const answer of [await rss(), await atom()]) {
      const elements = xmlElements(answer.text);
      expect(elements.filter(({ name }) => name === "script")).toEqual([]);
      const title = elements.find(
        ({ name, text }) => name === "title" && text.includes("gnitfihs"),
      );
      expect(title?.text).toContain("<script>alert(1)</script> &");
      for (const sign of ["\u0007", "\u001b", "\ufffe"]) expect(title?.text).not.toContain(sign);
    }
    const html = xmlElements((await rss()).text).find(
      ({ name, text }) => name === "content:encoded" && text.includes("gnitfihs"),
    );
    expect(html?.text).not.toContain("<script");
  });

  it("of a tag and of an author contain only theirs, and unknown ones are not found", async () => {
    await makeStory({ author: ben, title: "Only this one", tags: ["kite"] });
    const ofTag = parseRssFeed((await rss("/feed.xml?tag=kite")).text);
    expect(ofTag.items?.map(({ title }) => title)).toEqual(["Only this one"]);
    expect(ofTag.link).toBe("https://comics.example/tag/kite");
    const mine = parseAtomFeed((await atom(`/atom.xml?author=${ben.username.toUpperCase()}`)).text);
    expect(mine.entries?.length).toBe(2);
    expect(new Set(mine.entries?.map(({ authors }) => authors?.[0]?.name))).toEqual(
      new Set([ben.username]),
    );
    expect(mine.links?.find(({ rel }) => rel === "self")?.href).toBe(
      `https://comics.example/atom.xml?author=${ben.username}`,
    );
    for (const path of ["/feed.xml?tag=nobody-uses-this", "/feed.xml?author=nobody"]) {
      expect((await rss(path)).status, path).toBe(404);
    }
  });

  it("refuse invalid queries and methods", async () => {
    const queries = ["?tag=", "?tag=a&author=ada", "?author=a%20b", "?tag=a&tag=b", "?limit=9"];
    const long = `?tag=${"x".repeat(51)}`;
    for (const query of [...queries, long, "?tag=a%00b", "?author[not]=x"]) {
      expect((await rss(`/feed.xml${query}`)).status, query).toBe(400);
    }
    const post = await postAtom(new Request("http://comics.test/atom.xml", { method: "POST" }), {
      params: Promise.resolve({}),
    });
    expect(post.status).toBe(405);
  });

  it("respond 304 to unchanged requests, and 200 after a change", async () => {
    const { story } = await makeStory({ author: ada });
    const first = await rss();
    const etag = first.headers.get("etag") ?? "";
    // A date would say nothing of a story that was taken back.
    expect(first.headers.get("last-modified")).toBeNull();
    expect((await rss("/feed.xml", { "if-none-match": etag })).status).toBe(304);
    expect((await rss("/feed.xml", { "if-none-match": `W/${etag}, "x"` })).status).toBe(304);
    const since = new Date(Date.now() + 60_000).toUTCString();
    expect((await rss("/feed.xml", { "if-modified-since": since })).status).toBe(200);
    await db.story.update({ where: { id: story.id }, data: { title: "Another name" } });
    expect((await rss("/feed.xml", { "if-none-match": etag })).status).toBe(200);
  });

  it("contain no draft, and nothing unpublished or deleted", async () => {
    const { story: draft } = await makeStory({ author: ada, status: "draft", tags: ["hidden"] });
    const { story } = await makeStory({ author: ada, tags: ["hidden"] });
    const all = async () =>
      (await Promise.all([rss(), atom(), rss(`/feed.xml?author=${ada.username}`)]))
        .map(({ text }) => text)
        .join("");
    expect(await all()).not.toContain(draft.id);
    expect(await all()).toContain(story.id);
    const back = await ada.put(`/stories/${story.id}`, { status: "draft" });
    expect(back.status, back.text).toBe(200);
    expect(await all()).not.toContain(story.id);
    expect((await rss("/feed.xml?tag=hidden")).status).toBe(404);
  });
});
