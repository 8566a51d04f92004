import { Links } from "@readium/shared";
import OPDSParser, { AcquisitionFeed, NavigationFeed, OPDSEntry } from "opds-feed-parser";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { xmlElements } from "@/tests/support/books/xml";
import { makeStory, person } from "../http/harness";
import * as shapes from "./document-shapes";
import { appOf, type Got, requestOpds, site } from "./opds-client";

const opds2 = "application/opds+json; charset=utf-8";
const acquisition = "application/atom+xml;profile=opds-catalog;kind=acquisition; charset=utf-8";

Object.assign(env(), { APP_URL: site });
const ada = await person("ada", { firstName: "Ada", lastName: "<Lovelace> & Co" });
const ben = await person("ben");

const parser = new OPDSParser();
type Link = { rel?: unknown; href: string; type?: string };
const linkOf = (links: Link[], rel: string) =>
  links.find((link) => [link.rel].flat().includes(rel))?.href ?? "";
const titles = ({ json }: Got): string[] =>
  json.publications.map((one: { metadata: { title: string } }) => one.metadata.title);

async function acquisitionFeed(address: string, headers = {}) {
  const answer = await requestOpds(address, { headers });
  expect([answer.status, answer.type]).toEqual([200, acquisition]);
  const feed = await parser.parse(answer.text);
  if (!(feed instanceof AcquisitionFeed)) throw new Error("no acquisition feed");
  return { answer, feed };
}

describe("the catalogue as OPDS 2.0", () => {
  it("links lists, tags, search and the shelf from its root", async () => {
    await makeStory({ author: ada, title: "By the sea", tags: ["sea & sand"] });
    const root = await requestOpds("/opds/v2.0");
    expect([root.status, root.type]).toEqual([200, opds2]);
    const { navigation, links } = shapes.feed.parse(root.json);
    expect(navigation?.map(({ title }) => title)).toEqual([
      "New",
      "Popular",
      "Tags",
      "Continue reading",
      "Liked stories",
      "Your stories",
    ]);
    expect(root.headers.get("link")).toContain('rel="http://opds-spec.org/auth/document"');
    for (const rel of ["http://opds-spec.org/sort/new", "http://opds-spec.org/sort/popular"]) {
      const list = await requestOpds(linkOf(navigation ?? [], rel));
      expect(list.type).toBe(opds2);
      shapes.feed.parse(list.json);
      expect(titles(list)).toContain("By the sea");
    }
    const tags = await requestOpds(navigation?.[2]?.href ?? "");
    const tag = shapes.feed
      .parse(tags.json)
      .navigation?.find(({ title }) => title === "sea & sand");
    expect(tag?.properties?.numberOfItems).toBe(1);
    expect(titles(await requestOpds(tag?.href ?? ""))).toEqual(["By the sea"]);
    expect(linkOf(links, "search")).toBe(`${site}/opds/stories{?query}`);
  });

  it("describes a story completely, and another reader parses it", async () => {
    const { story } = await makeStory({
      author: ada,
      title: "The Lamp Room",
      tags: ["sea", "night"],
      scenes: 2,
      panels: 3,
      publishedAt: new Date("2026-11-01T10:00:00.000Z"),
    });
    const { json } = await requestOpds("/opds/stories");
    const found = shapes.feed
      .parse(json)
      .publications?.find(({ metadata }) => metadata.identifier === `urn:uuid:${story.id}`);
    expect(found?.metadata).toMatchObject({
      title: "The Lamp Room",
      author: [{ name: "Ada <Lovelace> & Co" }],
      language: "en",
      subject: [{ name: "sea" }, { name: "night" }],
      published: "2026-11-01T10:00:00.000Z",
      // The cover, and six panels.
      numberOfPages: 7,
    });
    const links = Links.deserialize(found?.links);
    expect(links?.findWithRel("alternate")?.href).toBe(`${site}/story/${story.id}/read`);
    expect(linkOf(found?.links ?? [], "http://opds-spec.org/progression")).toBe(
      `${site}/opds/stories/${story.id}/progression`,
    );
    const types = found?.images.map(({ type, width }) => `${type} ${width}`);
    expect(types?.slice(0, 2)).toEqual(["image/jpeg 768", "image/jpeg 320"]);
    expect(types).toContain("image/webp 768");
    const alone = await requestOpds(linkOf(found?.links ?? [], "self"));
    expect(alone.type).toBe("application/opds-publication+json; charset=utf-8");
    expect(shapes.publication.parse(alone.json)).toEqual(found);
    const author = await requestOpds(found?.metadata.author[0]?.links?.[0]?.href ?? "");
    expect(titles(author)).toContain("The Lamp Room");
    expect(author.json.metadata.title).toBe("Comics by Ada <Lovelace> & Co");
  });

  it("has the cover in each stored width", async () => {
    const { story } = await makeStory({ author: ben, title: "In two widths" });
    const { previewMediaId } = await db.story.findUniqueOrThrow({ where: { id: story.id } });
    const key = `${"c".repeat(64)}.webp`;
    await db.mediaObject.update({
      where: { id: previewMediaId ?? "" },
      data: {
        variants: [{ key, mediaType: "image/webp", width: 384, height: 512, bytes: 9 }],
      },
    });
    const { json } = await requestOpds(`/opds/stories/${story.id}`);
    expect(json.images).toContainEqual({
      href: `${site}/media/${key}`,
      type: "image/webp",
      width: 384,
      height: 512,
    });
  });

  it("pages on to the end and back, each story once", async () => {
    const cat = await person("cat");
    for (let number = 1; number <= 26; number += 1) {
      await makeStory({ author: cat, title: `Number ${number}`, pictures: number % 9 !== 0 });
    }
    const first = await requestOpds(`/opds/stories?author=${cat.username}`);
    expect(first.json.metadata).toMatchObject({
      numberOfItems: 26,
      itemsPerPage: 24,
      currentPage: 1,
    });
    expect(linkOf(first.json.links, "previous")).toBe("");
    const second = await requestOpds(linkOf(first.json.links, "next"));
    expect(new Set([...titles(first), ...titles(second)]).size).toBe(26);
    expect(linkOf(second.json.links, "next")).toBe("");
    const back = await requestOpds(linkOf(second.json.links, "previous"));
    expect(titles(back)).toEqual(titles(first));
    shapes.feed.parse(first.json);
    shapes.feed.parse(second.json);
  });

  it("has no stories with AI for a reader who hides them, but in an author's own list", async () => {
    const tags = ["by pen"];
    const { story } = await makeStory({ author: ben, title: "A numbat in ink", tags });
    await db.story.update({ where: { id: story.id }, data: { madeByHand: true } });
    await makeStory({ author: ben, title: "A numbat by a model", tags: [...tags, "by model"] });
    const dora = await person("dora");
    const { headers } = await appOf(dora);
    const lists = ["", "?sort=popular", "?tag=by+pen", "?query=numbat", `?author=${ben.username}`];
    const found = (asked = {}) =>
      Promise.all(
        lists.map(async (query) => {
          const answer = await requestOpds(`/opds/stories${query}`, asked);
          expect(answer.headers.get("vary"), query).toBe("authorization");
          return titles(answer).filter((title) => title.includes("numbat")).length;
        }),
      );
    expect([await found(), await found({ headers })]).toEqual([
      [2, 2, 2, 2, 2],
      [2, 2, 2, 2, 2],
    ]);
    await db.user.update({ where: { id: dora.id }, data: { hidesAi: true } });
    expect([await found({ headers }), await found()]).toEqual([
      [1, 1, 1, 1, 2],
      [2, 2, 2, 2, 2],
    ]);
    const own = await requestOpds("/opds/stories?tag=by+model", { headers });
    expect([own.status, titles(own)]).toEqual([200, []]);
    expect(own.headers.get("cache-control")).toBe("private, no-cache");
  });

  it("searches by its template and orders by its facets", async () => {
    await makeStory({ author: ben, title: "Zeppelins over Zwolle", description: "Airships." });
    const root = await requestOpds("/opds/v2.0");
    const template = linkOf(root.json.links, "search");
    const found = await requestOpds(template.replace("{?query}", "?query=zeppelins%20zwol"));
    expect(titles(found)).toEqual(["Zeppelins over Zwolle"]);
    const [order] = shapes.feed.parse(found.json).facets ?? [];
    for (const { href } of order?.links ?? []) {
      expect(titles(await requestOpds(href))).toEqual(["Zeppelins over Zwolle"]);
    }
    expect(titles(await requestOpds("/opds/stories?query=qqqqqqqq"))).toEqual([]);
    expect(titles(await requestOpds("/opds/stories?query=%20")).length).toBeGreaterThan(1);
  });
});

describe("the catalogue as OPDS 1.2", () => {
  it("is what apps get that do not ask for 2.0, and stands at its own address", async () => {
    const navigation = "application/atom+xml;profile=opds-catalog;kind=navigation; charset=utf-8";
    const typeFor = async (accept: string | null) => {
      const answer = await requestOpds("/opds", { headers: accept === null ? {} : { accept } });
      expect(answer.headers.get("vary")).toBe("accept");
      return answer.type;
    };
    const atom = "application/atom+xml";
    const mixed = `application/opds+json;q=0.5,${atom}`;
    for (const accept of [null, "", "*/*", "text/html,*/*;q=0.8", "x;q=y,,", atom, mixed]) {
      expect(await typeFor(accept), String(accept)).toBe(navigation);
    }
    for (const accept of [
      "application/opds+json",
      `${atom};q=0.1, application/opds+json`,
      `application/opds+json, ${atom}`,
      "application/json",
    ]) {
      expect(await typeFor(accept), accept).toBe(opds2);
    }
    const { type, text } = await requestOpds("/opds/v1.2");
    expect(type).toBe(navigation);
    const feed = await parser.parse(text);
    expect(feed).toBeInstanceOf(NavigationFeed);
    if (!(feed instanceof NavigationFeed)) return;
    expect(feed.entries.map(({ title }) => title).slice(0, 3)).toEqual(["New", "Popular", "Tags"]);
    for (const { links } of feed.entries.slice(0, 2)) {
      const { feed: list } = await acquisitionFeed(links[0]?.href ?? "");
      expect(list.entries.length).toBeGreaterThan(0);
    }
    const tags = await parser.parse(
      (await requestOpds(feed.entries[2]?.links[0]?.href ?? "")).text,
    );
    expect(tags).toBeInstanceOf(NavigationFeed);
  });

  it("has entries that another reader parses, with pages to stream", async () => {
    const { story } = await makeStory({ author: ada, title: "Ünïcode & <b>", tags: ["a", "<b>"] });
    const { answer, feed } = await acquisitionFeed("/opds/v1.2/stories");
    const entry = feed.entries.find(({ id }) => id === `urn:uuid:${story.id}`);
    expect(entry).toMatchObject({ title: "Ünïcode & <b>", language: "en" });
    expect(entry?.authors[0]?.name).toBe("Ada <Lovelace> & Co");
    expect(entry?.categories.map(({ term }) => term)).toEqual(["a", "<b>"]);
    const rels = entry?.links.map(({ rel }) => rel);
    for (const rel of [
      "http://opds-spec.org/image",
      "http://opds-spec.org/image/thumbnail",
      "http://opds-spec.org/acquisition/open-access",
      "alternate",
    ]) {
      expect(rels).toContain(rel);
    }
    const stream = xmlElements(answer.text).find(
      ({ attributes }) =>
        attributes.rel === "http://vaemendis.net/opds-pse/stream" &&
        attributes.href?.includes(story.id),
    );
    expect(stream?.attributes).toMatchObject({
      type: "image/jpeg",
      href: `${site}/opds/stories/${story.id}/pages/{pageNumber}?width={maxWidth}`,
      "pse:count": "3",
    });
    expect(stream?.attributes).not.toHaveProperty("pse:lastRead");
    const whole = entry?.links.find(({ type }) => type?.includes("type=entry"));
    const alone = await requestOpds(whole?.href ?? "");
    expect(alone.type).toContain("application/atom+xml;type=entry;profile=opds-catalog");
    expect(await parser.parse(alone.text)).toBeInstanceOf(OPDSEntry);
  });

  it("has Atom's required elements in each document, and is well-formed for any text", async () => {
    const { story } = await makeStory({ author: ben });
    const hostile =
      "</title>]]><script>alert(1)</script> & \u0007\u001b\u2028\ufffe \u202Egnitfihs 💡";
    await db.story.update({
      where: { id: story.id },
      data: { title: hostile, description: hostile },
    });
    await db.storyTag.create({ data: { storyId: story.id, tag: "\"'<tag> & ]]>", position: 0 } });
    for (const path of ["", "/stories", "/tags", `/stories/${story.id}`, "/stories?sort=popular"]) {
      const { status, text } = await requestOpds(`/opds/v1.2${path}`);
      expect(status, path).toBe(200);
      const elements = xmlElements(text);
      expect(elements.some(({ name }) => name === "script")).toBe(false);
      const count = (name: string) => elements.filter((one) => one.name === name).length;
      const documents = count("entry") + count("feed");
      for (const name of ["id", "title", "updated"]) expect(count(name), name).toBe(documents);
      expect(count("name")).toBeGreaterThan(0);
      for (const { name, text: time } of elements) {
        if (name === "updated") expect(new Date(time).toISOString()).toBe(time);
      }
    }
    const { json } = await requestOpds(`/opds/stories/${story.id}`);
    shapes.publication.parse(json);
    expect(json.metadata.title).toContain("<script>alert(1)</script>");
  });

  it("has links without & and ids that are URIs, for clients that read no more of XML", async () => {
    const { story } = await makeStory({ author: ada, tags: ["one & two"] });
    for (const path of ["", "/stories?tag=one+%26+two", "/tags", `/stories/${story.id}`]) {
      const elements = xmlElements((await requestOpds(`/opds/v1.2${path}`)).text);
      for (const { attributes, name, text } of elements) {
        const { rel = "", href = "", type = "" } = attributes;
        if (name === "id") expect(text).toMatch(/^(urn:uuid:|https:\/\/)\S+$/);
        if (/acquisition|image|stream/.test(rel)) expect(href).not.toContain("&");
        // An app that downloads by type needs the relation as well.
        if (/epub|cbz|pdf/.test(type)) expect(rel).toMatch(/^http:\/\/opds-spec.org\/acquisition/);
      }
    }
  });

  it("lists tags on pages as small as those of stories", async () => {
    const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
    for (const part of [tags.slice(0, 10), tags.slice(10, 20), tags.slice(20)]) {
      await makeStory({ author: ben, tags: part });
    }
    const seen = new Set<string>();
    let address = "/opds/tags";
    let last = "";
    for (let page = 1; address; page += 1) {
      const { json } = await requestOpds(address);
      const { links, navigation = [], metadata } = shapes.feed.parse(json);
      expect(navigation.length).toBeLessThanOrEqual(24);
      expect(metadata).toMatchObject({ currentPage: page });
      expect(linkOf(links, "previous")).toBe(last);
      for (const { title } of navigation) seen.add(title ?? "");
      last = linkOf(links, "self");
      address = linkOf(links, "next");
    }
    expect([...seen]).toEqual(expect.arrayContaining(tags));
    const second = await requestOpds("/opds/v1.2/tags?page=2");
    const rels = xmlElements(second.text).flatMap(({ attributes }) => attributes.rel ?? []);
    expect(rels).toEqual(expect.arrayContaining(["previous", "first"]));
  });

  it("describes its search", async () => {
    const { text, type } = await requestOpds("/opds/v1.2/search.xml");
    expect(type).toBe("application/opensearchdescription+xml; charset=utf-8");
    const url = xmlElements(text).find(({ name }) => name === "Url")?.attributes.template ?? "";
    await makeStory({ author: ben, title: "Quokka & friends" });
    const { feed } = await acquisitionFeed(url.replace("{searchTerms}", "quokka"));
    expect(feed.entries.map(({ title }) => title)).toEqual(["Quokka & friends"]);
    expect(feed.search.totalResults).toBe(1);
  });
});
