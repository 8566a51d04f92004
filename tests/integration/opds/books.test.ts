import { describe, expect, it } from "vitest";
import { GET } from "@/app/opds/stories/[storyId]/books/[format]/route";
import { buildBook } from "@/lib/books/build-service";
import { formatFacts } from "@/lib/books/formats";
import { openBookWhenReady } from "@/lib/books/open-when-ready-service";
import { bookTypes } from "@/lib/discovery/opds/media-types";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { readZip } from "@/tests/support/books/zip";
import { paintedStory } from "../books/support";
import { makeStory, person } from "../http/harness";
import { appOf, requestOpds, site } from "./opds-client";

Object.assign(env(), { APP_URL: site });
const ada = await person("ada");
const storyId = await paintedStory(ada);

const bookOf = (id: string, format: string) => `/opds/stories/${id}/books/${format}`;

const headOf = (format: string) =>
  GET(new Request(`${site}${bookOf(storyId, format)}`, { method: "HEAD" }), {
    params: Promise.resolve({ storyId, format }),
  });

/** Makes what waits, as the durable function does, until nobody waits any more. */
async function makeMeanwhile<T>(waiting: Promise<T>): Promise<T> {
  let isOver = false;
  const answered = waiting.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const rows = await db.book.findMany({ where: { status: "queued" } });
    for (const { id } of rows) await buildBook(id);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return answered;
}

describe("the files of a story in the catalogue", () => {
  it("are linked in both formats, in the types that they have", async () => {
    expect(bookTypes).toEqual({
      epub: formatFacts.epub.mediaType,
      cbz: formatFacts.cbz.mediaType,
      pdf: formatFacts.pdf.mediaType,
    });
    const { json } = await requestOpds(`/opds/stories/${storyId}`);
    const offered = json.links.filter(({ rel }: { rel: string }) => /acquisition/.test(rel));
    expect(offered.map(({ type }: { type: string }) => type)).toEqual([
      "application/divina+json",
      ...Object.values(bookTypes),
    ]);
    const { text } = await requestOpds(`/opds/v1.2/stories/${storyId}`);
    for (const [format, type] of Object.entries(bookTypes)) {
      expect(text).toContain(`href="${site}${bookOf(storyId, format)}" type="${type}"`);
    }
  });

  it("are not linked while a draft has words alone, which no book can show", async () => {
    const { story } = await makeStory({ author: ada, status: "draft", pictures: false });
    const { headers } = await appOf(ada);
    const { json } = await requestOpds(`/opds/stories/${story.id}`, { headers });
    expect(json.metadata.numberOfPages).toBeGreaterThan(0);
    const types = json.links.map(({ type }: { type: string }) => type);
    expect(types).toContain("application/divina+json");
    for (const type of Object.values(bookTypes)) expect(types).not.toContain(type);
    expect((await requestOpds(bookOf(story.id, "epub"), { headers })).status).toBe(409);
  });

  it("are made for the first reader who opens them, and served at once to the next", async () => {
    const first = await makeMeanwhile(requestOpds(bookOf(storyId, "cbz")));
    expect([first.status, first.type]).toEqual([200, bookTypes.cbz]);
    expect([...readZip(first.bytes).keys()]).toContain("ComicInfo.xml");
    const second = await requestOpds(bookOf(storyId, "cbz"));
    expect(second.bytes.equals(first.bytes)).toBe(true);
    const etag = second.headers.get("etag") ?? "";
    const rest = await requestOpds(bookOf(storyId, "cbz"), {
      headers: { range: "bytes=500-", "if-range": etag },
    });
    expect([rest.status, rest.bytes.equals(first.bytes.subarray(500))]).toEqual([206, true]);
    const head = await headOf("cbz");
    expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
    expect(head.headers.get("content-length")).toBe(String(first.bytes.byteLength));
    expect(await db.book.count({ where: { storyId, format: "cbz" } })).toBe(1);
  });

  it("are reported as in progress after a longer wait", async () => {
    const waiting = openBookWhenReady(null, storyId, {
      format: "epub",
      asker: "me",
      most: 1_500,
      request: new Request(site),
    });
    await expect(waiting).rejects.toMatchObject({
      code: "unavailable",
      message: "This book is still being made. Please try again in a moment.",
      details: { retryAfter: 10 },
    });
    expect(await db.book.count({ where: { storyId, format: "epub" } })).toBe(1);
  });

  it("answer HEAD without being made", async () => {
    const answer = await headOf("pdf");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, bookTypes.pdf]);
    expect(await db.book.count({ where: { storyId, format: "pdf" } })).toBe(0);
  });

  it("exist in no other format, and for no story that the viewer may not see", async () => {
    for (const format of ["archive", "print", "exe"]) {
      expect((await requestOpds(bookOf(storyId, format))).status).toBe(404);
    }
    const draft = await paintedStory(ada, { status: "draft" });
    expect((await requestOpds(bookOf(draft, "cbz"))).status).toBe(404);
    const bob = await person("bob");
    const asBob = { headers: (await appOf(bob)).headers };
    expect((await requestOpds(bookOf(draft, "cbz"), asBob)).status).toBe(404);
    expect(await db.book.count({ where: { storyId: draft } })).toBe(0);
    const asAda = { headers: (await appOf(ada)).headers };
    const own = await makeMeanwhile(requestOpds(bookOf(draft, "cbz"), asAda));
    expect([own.status, own.type]).toEqual([200, bookTypes.cbz]);
    expect(own.headers.get("cache-control")).toMatch(/private|no-store/);

    await db.story.update({ where: { id: storyId }, data: { rating: "mature" } });
    expect((await requestOpds(bookOf(storyId, "cbz"))).status).toBe(404);
    await db.story.update({ where: { id: storyId }, data: { rating: "everyone" } });
  });

  it("are limited to thirty an hour for one address", async () => {
    for (let times = 0; times < 30; times += 1) await requestOpds(bookOf(storyId, "cbz"));
    expect((await requestOpds(bookOf(storyId, "cbz"))).status).toBe(429);
  });
});
