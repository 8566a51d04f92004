import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getSecurity } from "@/app/.well-known/security.txt/route";
import { GET as getFeed } from "@/app/feed.xml/route";
import { GET as getLlms } from "@/app/llms.txt/route";
import { GET as getRobots } from "@/app/robots.txt/route";
import { GET as getIndex } from "@/app/sitemap.xml/route";
import { GET as getFile } from "@/app/sitemaps/[file]/route";
import { securityText } from "@/lib/discovery/well-known-texts";
import { db, withLongTimeout } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { xmlElements } from "@/tests/support/books/xml";
import { isFullRun } from "@/tests/support/full-run";
import { media, type Person, person } from "../http/harness";
import { get } from "./get";

const published = isFullRun ? 120_000 : 20_000;
const rows = (published / 10) * 11;
const site = "https://comics.example";
let ada: Person;

const locations = (document: string, name = "loc") =>
  xmlElements(document).flatMap((one) => (one.name === name ? one.text : []));
const file = (url: string, address = "192.0.2.7") => {
  const name = url.slice(url.lastIndexOf("/") + 1);
  return get(getFile, `/sitemaps/${name}`, { file: name }, { "x-inkwright-peer": address });
};
const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

beforeAll(async () => {
  Object.assign(env(), { APP_URL: site });
  ada = await person("ada");
  const cover = await media();
  // Every eleventh is a draft. Without triggers: a total would be counted up row by row.
  await withLongTimeout(async (tx) => {
    await tx.$executeRaw`ALTER TABLE story DISABLE TRIGGER USER`;
    await tx.$executeRaw`
        INSERT INTO story (id, author_id, title, description, status, published_at,
          preview_media_id, updated_at)
        SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${ada.id}::uuid,
          'Story ' || n, 'One of many.',
          (CASE WHEN n % 11 = 0 THEN 'draft' ELSE 'published' END)::story_status,
          CASE WHEN n % 11 = 0 THEN NULL ELSE timestamptz '2026-01-01' + n * interval '1 minute' END,
          ${cover.id}::uuid, timestamptz '2026-06-01'
        FROM generate_series(1, ${rows}::int) n`;
    await tx.$executeRaw`ALTER TABLE story ENABLE TRIGGER USER`;
  });
  await db.total.create({ data: { key: "feed", count: published } });
  await db.$executeRaw`ANALYZE story`;
}, 150_000);

describe("the sitemap of many stories", () => {
  it("lists each published story once, in files that the protocol allows", async () => {
    // The first file needs no index to have been asked for.
    expect((await file("stories-1.xml")).text).toContain(`/story/${idOf(1)}/read`);
    await db.sitemapChunk.deleteMany();
    const started = performance.now();
    const index = await get(getIndex, "/sitemap.xml");
    expect(index.status).toBe(200);
    expect(index.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const files = locations(index.text);
    expect(files[0]).toBe(`${site}/sitemaps/pages.xml`);
    const stories = files.filter((url) => url.includes("/stories-"));
    expect(stories.length).toBe(Math.ceil(rows / 10_000));
    expect(files).toContain(`${site}/sitemaps/authors-1.xml`);

    const seen = new Set<string>();
    let urls = 0;
    for (const url of stories) {
      const { status, text } = await file(url);
      expect(status, url).toBe(200);
      expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024 * 1024);
      const elements = xmlElements(text);
      const found = elements.flatMap((one) => (one.name === "loc" ? one.text : []));
      expect(found.length).toBeLessThanOrEqual(50_000);
      expect(elements.filter(({ name }) => name === "image:loc").length).toBe(found.length);
      expect(elements.filter(({ name }) => name === "lastmod").length).toBe(found.length);
      for (const one of found) seen.add(one);
      urls += found.length;
    }
    expect(urls).toBe(published);
    expect(seen.size).toBe(published);
    expect(seen.has(`${site}/story/${idOf(1)}/read`)).toBe(true);
    expect(seen.has(`${site}/story/${idOf(11)}/read`)).toBe(false);
    // Written, sent and parsed: generous for a machine that does other things too.
    expect(performance.now() - started).toBeLessThan(30_000);
  }, 90_000);

  it("keeps every story in its file when others come and go", async () => {
    const second = await file(`${site}/sitemaps/stories-2.xml`);
    const first = locations(second.text)[0];
    await db.story.deleteMany({ where: { id: { in: [1, 2, 3, 4, 5].map(idOf) } } });
    expect(locations((await file(`${site}/sitemaps/stories-2.xml`)).text)[0]).toBe(first);
    const one = await file(`${site}/sitemaps/stories-1.xml`);
    expect(one.text).not.toContain(idOf(1));
    // An unpublished story is gone with the next request.
    await db.story.update({
      where: { id: idOf(6) },
      data: { status: "draft", publishedAt: null },
    });
    expect((await file(`${site}/sitemaps/stories-1.xml`)).text).not.toContain(idOf(6));
  });

  it("has no other files", async () => {
    const odd = ["stories-0.xml", "stories-999.xml", "stories--1.xml", "users-1.xml", "..%2f", "x"];
    for (const name of odd) expect((await file(name)).status, name).toBe(404);
    expect((await file(`stories-1.xml${"x".repeat(60)}`)).status).toBe(404);
  });

  it("lists authors with a published story, and pages", async () => {
    await person("nobody");
    const { text } = await file("authors-1.xml");
    expect(locations(text)).toEqual([`${site}/user/${ada.username}`]);
    expect(locations((await file("pages.xml")).text)[0]).toBe(`${site}/`);
  });

  it("is rate limited", async () => {
    const statuses = [];
    for (let n = 0; n < 61; n += 1) {
      statuses.push((await file("stories-999.xml", "192.0.2.99")).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

it("security.txt names the contact, where one is set, and an expiry date", async () => {
  expect((await get(getSecurity, "/.well-known/security.txt")).status).toBe(404);
  Object.assign(env(), { SECURITY_CONTACT: "mailto:ida@comics.example" });
  expect(securityText(new Date("2026-11-25T12:00:00Z"))).toBe(
    [
      "Contact: mailto:ida@comics.example",
      "Expires: 2027-05-01T00:00:00.000Z",
      "Preferred-Languages: en",
      `Canonical: ${site}/.well-known/security.txt`,
      "",
    ].join("\n"),
  );
  const answer = await get(getSecurity, "/.well-known/security.txt");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.text).toContain("Contact: mailto:ida@comics.example");
});

it("robots.txt and llms.txt name the sitemap and the feeds by the site's own address", async () => {
  const robots = await get(getRobots, "/robots.txt", {}, { host: "evil.example" });
  expect(robots.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(robots.text).toContain(`Sitemap: ${site}/sitemap.xml`);
  expect(robots.text).toContain("Disallow: /api/");
  const llms = await get(getLlms, "/llms.txt");
  expect(llms.text).toMatch(/^# Inkwright\n/);
  expect(llms.text).toContain(`${site}/feed.xml`);
  expect(robots.text + llms.text).not.toContain("comics.test");
});

describe("where browsing needs sign-in", () => {
  afterAll(() => Object.assign(env(), { PUBLIC_BROWSING: true }));

  it("nothing is listed and nothing may be crawled", async () => {
    Object.assign(env(), { PUBLIC_BROWSING: false });
    expect((await get(getIndex, "/sitemap.xml")).status).toBe(404);
    expect((await file("stories-1.xml", "192.0.2.8")).status).toBe(404);
    expect((await get(getFeed, "/feed.xml")).status).toBe(404);
    expect((await get(getRobots, "/robots.txt")).text).toBe("User-agent: *\nDisallow: /\n");
    expect((await get(getLlms, "/llms.txt")).text).not.toContain("/feed.xml");
  });
});
