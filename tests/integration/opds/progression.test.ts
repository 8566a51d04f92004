import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { xmlElements } from "@/tests/support/books/xml";
import { call, makeStory, type Person, person, unknownId } from "../http/harness";
import * as shapes from "./document-shapes";
import { appOf, requestOpds, site } from "./opds-client";

let headers: Record<string, string>;

Object.assign(env(), { APP_URL: site });
const ada = await person("ada");
({ headers } = await appOf(ada));

const told = (more: Record<string, unknown> = {}) => ({
  modified: "2026-11-20T10:00:00.000Z",
  device: { id: "urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a", name: "Kobo" },
  progression: 0.5,
  ...more,
});
const published = async (more: { title?: string; author?: Person } = {}) => {
  const { story } = await makeStory({ author: ada, panels: 3, ...more });
  return { id: story.id, address: `/opds/stories/${story.id}/progression` };
};

describe("reading progress", () => {
  it("is empty at first, is stored, and is returned", async () => {
    const { address } = await published();
    const none = await requestOpds(address, { headers });
    expect([none.status, none.text]).toEqual([200, ""]);
    const first = await requestOpds(address, { headers, put: told({ references: ["#page=2"] }) });
    expect([first.status, first.type]).toEqual([201, "application/opds-progression+json"]);
    const kept = await requestOpds(address, { headers });
    expect(shapes.progression.parse(kept.json)).toEqual(told({ references: ["#page=2"] }));
    expect(kept.headers.get("last-modified")).toBe("Fri, 20 Nov 2026 10:00:00 GMT");
    expect(kept.headers.get("cache-control")).toBe("private, no-cache");
    const put = told({
      modified: "2026-11-21T12:00:00+02:00",
      progression: 0.75,
      title: "Scene 2",
    });
    const later = await requestOpds(address, { headers, put });
    expect([later.status, later.json]).toEqual([
      200,
      told({ modified: "2026-11-21T10:00:00.000Z", progression: 0.75, title: "Scene 2" }),
    ]);
  });

  it("of another device that is later wins, and the refusal returns it", async () => {
    const { address } = await published();
    await requestOpds(address, { headers, put: told({ progression: 0.8 }) });
    const old = told({ modified: "2026-11-19T10:00:00.000Z", progression: 0.1 });
    const refused = await requestOpds(address, { headers, put: old });
    expect(refused.status).toBe(409);
    expect(shapes.progression.parse(refused.json.data).progression).toBe(0.8);
    const newer = told({ modified: "2026-11-21T10:00:00.000Z", progression: 0.9 });
    const asOf = (date: string) => ({ ...headers, "if-unmodified-since": date });
    const unseen = asOf("Thu, 19 Nov 2026 10:00:00 GMT");
    expect((await requestOpds(address, { headers: unseen, put: newer })).status).toBe(409);
    const seen = asOf("Fri, 20 Nov 2026 10:00:00 GMT");
    expect((await requestOpds(address, { headers: seen, put: newer })).status).toBe(200);
    expect((await requestOpds(address, { headers: asOf("soon"), put: newer })).status).toBe(200);
    expect((await requestOpds(address, { headers })).json.progression).toBe(0.9);
  });

  it("is not returned with a date that no database holds", async () => {
    const { address } = await published();
    await requestOpds(address, { headers, put: told() });
    for (const date of ["0000-06-01", "-200000-01-01T00:00Z", "+275000-01-01T00:00Z"]) {
      const put = told({ modified: "2026-11-21T10:00:00.000Z" });
      const answer = await requestOpds(address, {
        headers: { ...headers, "if-unmodified-since": new Date(date).toISOString() },
        put,
      });
      expect([date, answer.status]).toEqual([date, 400]);
    }
  });

  it("from many devices at once is the latest", async () => {
    const { address } = await published();
    const times = Array.from({ length: 12 }, (_, index) => index + 1);
    const answers = await Promise.all(
      times
        .toSorted(() => Math.random() - 0.5)
        .map((hour) =>
          requestOpds(address, {
            headers,
            put: told({
              modified: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
              progression: hour / 12,
            }),
          }),
        ),
    );
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await requestOpds(address, { headers })).json.progression).toBe(1);
  });

  it("is not dated in the future by a clock that is ahead", async () => {
    const { address } = await published();
    const put = told({ modified: "2999-01-01T00:00:00.000Z" });
    const { json } = await requestOpds(address, { headers, put });
    expect(Math.abs(Date.parse(json.modified) - Date.now())).toBeLessThan(60_000);
    const now = told({ modified: new Date(Date.now() + 1000).toISOString(), progression: 0.7 });
    expect((await requestOpds(address, { headers, put: now })).status).toBe(200);
  });

  it("belongs to one account, and to stories that it may see", async () => {
    const ben = await person("ben");
    const app = await appOf(ben);
    const { address } = await published();
    await requestOpds(address, { headers, put: told() });
    expect((await requestOpds(address, { headers: app.headers })).text).toBe("");
    expect((await requestOpds(address)).status).toBe(401);
    expect((await requestOpds(address, { put: told() })).status).toBe(401);
    const draft = await makeStory({ author: ada, status: "draft" });
    for (const id of [draft.story.id, unknownId]) {
      const strange = `/opds/stories/${id}/progression`;
      expect((await requestOpds(strange, { headers: app.headers })).status).toBe(404);
      expect((await requestOpds(strange, { headers: app.headers, put: told() })).status).toBe(404);
    }
    expect(await db.readingProgress.count({ where: { userId: ben.id } })).toBe(0);
  });

  it("is refused where it is malformed", async () => {
    const { address } = await published();
    for (const put of [
      {},
      told({ progression: 1.1 }),
      told({ progression: -0.1 }),
      told({ progression: "0.5" }),
      told({ modified: "yesterday" }),
      told({ device: { id: "no uri", name: "X" } }),
      told({ device: { id: "urn:x:1", name: " " } }),
      told({ references: Array(21).fill("#page=1") }),
      told({ title: "\u0000" }),
    ]) {
      const { status, json } = await requestOpds(address, { headers, put });
      expect([status, json.message.length > 5], JSON.stringify(put).slice(0, 80)).toEqual([
        400,
        true,
      ]);
    }
    const large = told({ references: ["x".repeat(20_000)] });
    expect((await requestOpds(address, { headers, put: large })).status).toBe(413);
    const foreign = { ...headers, origin: "https://evil.example" };
    expect((await requestOpds(address, { headers: foreign, put: told() })).status).toBe(403);
  });

  it("makes the list of begun stories, the latest first, with the pages read", async () => {
    const cat = await person("cat");
    const app = await appOf(cat);
    const [one, two, done] = [
      await published({ title: "Begun first" }),
      await published({ title: "Begun last" }),
      await published({ title: "Finished" }),
    ];
    const tell = (story: { address: string }, hour: number, progression: number) =>
      requestOpds(story.address, {
        headers: app.headers,
        put: told({ modified: `2026-11-20T0${hour}:00:00.000Z`, progression }),
      });
    await tell(one, 1, 0.5);
    await tell(two, 2, 0.26);
    await tell(done, 3, 1);
    const { json } = await requestOpds("/opds/shelf/continue", { headers: app.headers });
    const found = shapes.feed.parse(json).publications ?? [];
    expect(found.map(({ metadata }) => metadata.title)).toEqual(["Begun last", "Begun first"]);
    const { text } = await requestOpds("/opds/v1.2/shelf/continue", { headers: app.headers });
    const streams = xmlElements(text).flatMap(({ attributes }) =>
      attributes["pse:count"] ? [[attributes["pse:lastRead"], attributes["pse:lastReadDate"]]] : [],
    );
    expect(streams).toEqual([
      ["1", "2026-11-20T02:00:00.000Z"],
      ["2", "2026-11-20T01:00:00.000Z"],
    ]);
  });

  it("is the same on the reading page and in an app", async () => {
    const { id, address } = await published();
    const params = { storyId: id };
    const page = (method: "GET" | "PUT", body?: unknown) =>
      call(method, "/stories/{storyId}/progress", { as: ada, params, body });
    expect((await page("GET")).body.data).toEqual({ progression: null });
    await requestOpds(address, { headers, put: told({ progression: 0.5 }) });
    expect((await page("GET")).body.data).toEqual({ progression: 0.5 });
    expect((await page("PUT", { progression: 0.75, scene: 1 })).status).toBe(204);
    const { json } = await requestOpds(address, { headers });
    expect(shapes.progression.parse(json)).toMatchObject({
      title: "Scene 1",
      progression: 0.75,
      device: { id: site, name: "Unknown browser" },
      references: [`${site}/story/${id}/read#scene-1`],
    });
    for (const body of [{}, { progression: 2 }, { progression: 0.5, scene: 0 }, { place: 1 }]) {
      expect((await page("PUT", body)).status).toBe(400);
    }
  });

  it("is deleted with the story and with the account", async () => {
    const dan = await person("dan");
    const app = await appOf(dan);
    const { id, address } = await published();
    await requestOpds(address, { headers: app.headers, put: told() });
    await db.story.delete({ where: { id } });
    expect(await db.readingProgress.count({ where: { userId: dan.id } })).toBe(0);
    const other = await published();
    await requestOpds(other.address, { headers: app.headers, put: told() });
    await db.user.delete({ where: { id: dan.id } });
    expect(await db.readingProgress.count({ where: { storyId: other.id } })).toBe(0);
  });
});
