import { Manifest } from "@readium/shared";
import { afterAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeStory, person, unknownId } from "../http/harness";
import * as shapes from "./document-shapes";
import { appOf, type Got, requestOpds, site } from "./opds-client";

Object.assign(env(), { APP_URL: site });
const ada = await person("ada");
const ben = await person("ben");
afterAll(() => Object.assign(env(), { PUBLIC_BROWSING: true }));

const titles = ({ json }: Got): string[] =>
  json.publications.map((one: { metadata: { title: string } }) => one.metadata.title);

describe("the limits of the catalogue", () => {
  it("drafts and stories for adults are only in their author's own list", async () => {
    const draft = await makeStory({
      author: ada,
      status: "draft",
      title: "Not yet",
      tags: ["hid"],
    });
    const mature = await makeStory({ author: ada, title: "For adults", tags: ["hid"] });
    await db.story.update({ where: { id: mature.story.id }, data: { rating: "mature" } });
    const app = await appOf(ada);
    const stranger = await appOf(ben);
    await db.storyLike.create({ data: { userId: ben.id, storyId: mature.story.id } });
    for (const path of [
      "/opds/stories",
      "/opds/stories?sort=popular",
      `/opds/stories?author=${ada.username}`,
      "/opds/stories?query=yet",
      "/opds/stories?query=adults",
      "/opds/shelf/liked",
    ]) {
      const { text } = await requestOpds(path, { headers: stranger.headers });
      for (const { story } of [draft, mature]) expect(text, path).not.toContain(story.id);
    }
    expect((await requestOpds("/opds/stories?tag=hid")).status).toBe(404);
    for (const { story } of [draft, mature]) {
      for (const path of ["", "/manifest.json", "/pages/0", "/pages/1"]) {
        const address = `/opds/stories/${story.id}${path}`;
        const strange = await requestOpds(address, { headers: stranger.headers });
        const unknown = await requestOpds(`/opds/stories/${unknownId}${path}`);
        expect([strange.status, (await requestOpds(address)).status], address).toEqual([404, 404]);
        expect(strange.json.message).toBe(unknown.json.message);
      }
      const own = await requestOpds(`/opds/stories/${story.id}`, { headers: app.headers });
      shapes.publication.parse(own.json);
      expect(own.headers.get("cache-control")).toBe("private, no-cache");
      expect(own.text).not.toContain("/media/");
      const manifest = await requestOpds(`/opds/stories/${story.id}/manifest.json`, app);
      expect(Manifest.deserialize(manifest.json)?.readingOrder.items).toHaveLength(3);
    }
    const mine = await requestOpds("/opds/shelf/mine", { headers: app.headers });
    for (const title of ["Not yet", "For adults"]) expect(titles(mine)).toContain(title);
  });

  it("have errors in sentences", async () => {
    for (const [path, status] of [
      ["/opds/stories?author=nobody-here", 404],
      ["/opds/stories?author=a%20b", 400],
      ["/opds/stories?tag=nobody-uses-this", 404],
      ["/opds/stories?page=0", 400],
      ["/opds/stories?page=-1", 400],
      ["/opds/stories?page=51", 400],
      ["/opds/stories?cursor=nonsense", 400],
      ["/opds/stories?sort=worst", 400],
      ["/opds/stories?query=a%00b", 400],
      ["/opds/stories/not-an-id", 404],
      [`/opds/stories/${unknownId}`, 404],
    ] as const) {
      const answer = await requestOpds(path);
      expect(answer.status, path).toBe(status);
      expect(answer.json.message.length, path).toBeGreaterThan(10);
    }
    // Query parameters that apps add are no error.
    await makeStory({ author: ben });
    expect((await requestOpds("/opds/stories?app=reader&v=2")).status).toBe(200);
  });

  it("require a sign-in where lists are for members", async () => {
    const app = await appOf(ben);
    Object.assign(env(), { PUBLIC_BROWSING: false });
    for (const path of ["/opds", "/opds/stories", "/opds/tags", "/opds/v1.2", "/opds/v2.0"]) {
      expect((await requestOpds(path)).status, path).toBe(401);
      const answer = await requestOpds(path, { headers: app.headers });
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    }
    expect((await requestOpds("/opds/authentication.json")).status).toBe(200);
    Object.assign(env(), { PUBLIC_BROWSING: true });
  });

  it("answer 304 to a client that has the list", async () => {
    const first = await requestOpds("/opds/stories");
    const etag = first.headers.get("etag") ?? "";
    const again = await requestOpds("/opds/stories", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
  });
});
