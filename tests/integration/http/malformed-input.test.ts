import { describe, expect, it } from "vitest";
import { manifest } from "@/app/api/manifest";
import { declaredCalls } from "@/lib/platform/http/openapi";
import { expectRefused } from "./expect-refused";
import { bubble, call, makeStory, type Person, person, unknownId, visitor } from "./harness";

const owner = await person("owner");
const other = await person("other");

describe("S4 shapes outside of the contract", () => {
  it("S4 objects and lists where texts belong are refused", async () => {
    const { story, scenes } = await makeStory({ author: owner });
    for (const title of [{ not: "" }, ["a"], 1, true, null]) {
      await expectRefused(400, () => owner.post("/stories", { title, description: "D" }));
      await expectRefused(400, () => owner.put(`/stories/${story.id}`, { title }));
      await expectRefused(400, () => owner.put(`/scenes/${scenes[0]?.id}`, { description: title }));
    }
    for (const body of [[], "text", 5, null, { storyId: { not: "" } }]) {
      await expectRefused(400, () => owner.post("/characters", body));
    }
  });

  it("S3 calls that declare no body refuse every field by name, and anything but an object", async () => {
    const called: string[] = [];
    for (const { method, path, declaration } of declaredCalls(manifest)) {
      if (method === "GET" || declaration.body || declaration.rawBody) continue;
      const send = (body: unknown) => () => call(method, path, { as: owner, body });
      const { body } = await expectRefused(400, send({ status: "published" }));
      expect(body.errors, path).toEqual([{ field: "status", message: 'Unknown field "status"' }]);
      await expectRefused(400, send([]));
      called.push(`${method} ${path}`);
    }
    expect(called).toContain("POST /stories/{storyId}/remix");
    expect(called.length).toBeGreaterThan(15);
  });

  it("S4 conditions in the query string are refused", async () => {
    for (const query of [
      "?author[not]=x",
      "?author=a&author=b",
      "?limit=0",
      "?limit=51",
      "?limit=abc",
      "?page=0",
      "?page=1e9",
      "?sort=likes",
      "?status=deleted",
      "?cursor=%00",
      "?cursor=bmV3fHh8eQ",
      "?where=1",
      "?page=51",
    ]) {
      const answer = await expectRefused(400, () => visitor.get(`/stories${query}`));
      expect(answer.body.message.length, query).toBeGreaterThan(5);
    }
  });

  it("S4 ids of another shape get the answer of an unknown one, and never reach the database", async () => {
    const unknown = await visitor.get(`/stories/${unknownId}`);
    for (const storyId of ["nope", "1", "' OR 1=1", "00000000-0000-0000-0000-00000000000g"]) {
      const { body } = await expectRefused(404, () => visitor.get(`/stories/${storyId}`));
      expect(body).toEqual(unknown.body);
    }
    const { scenes } = await makeStory({ author: owner });
    for (const panelNumber of ["0", "7", "1.5", "one", "-1"]) {
      await expectRefused(404, () =>
        owner.put(`/scenes/${scenes[0]?.id}/panels/${panelNumber}`, {}),
      );
    }
  });
});

describe("S17 markup and unusual characters stay text", () => {
  const odd =
    "</script><img src=x onerror=alert(1)> \u2028 \u202Egnitfihs {{7*7}} 'quoted' \\u0000";

  it("S17 is returned as it was sent, in JSON that no browser sniffs as a page", async () => {
    const { scenes } = await makeStory({ author: owner });
    const created = await owner.post("/stories", {
      title: odd,
      description: odd,
      tags: [odd.slice(0, 50)],
    });
    expect(created.status, created.text).toBe(201);
    const storyId = created.body.data._id;
    const read = await owner.get(`/stories/${storyId}`);
    expect(read.body.data).toMatchObject({ title: odd, description: odd });
    expect(read.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const panel = await owner.put(`/scenes/${scenes[0]?.id}/panels/1`, {
      textBubbles: [bubble(odd)],
    });
    expect(panel.body.data.textBubbles[0].text).toBe(odd);
  });

  it("S17 an invalid character is refused instead of failing", async () => {
    const { story } = await makeStory({ author: owner });
    const body = { title: "zero \u0000 byte" };
    await expectRefused(400, () => owner.put(`/stories/${story.id}`, body));
    await expectRefused(400, () => owner.post("/stories", { ...body, description: "D" }));
    await expectRefused(400, () => visitor.get("/stories?q=a%00b"));
    await expectRefused(400, () => visitor.get("/stories?tag=a%00b"));
    await expectRefused(404, () => visitor.get("/users/a\u0000b"));
    // A call without a declared query does not look at one.
    expect((await visitor.get("/health?q=a%00b")).status).toBe(200);
  });
});

describe("a page that was rendered for another account", () => {
  it("writes nothing as the account that has signed in since, and learns that its session is over", async () => {
    const { story } = await makeStory({ author: other });
    const change = (account: string) =>
      call("PUT", "/stories/{storyId}", {
        as: other,
        params: { storyId: story.id },
        body: { title: "Written by another" },
        headers: { "x-account": account },
      });
    const refusal = await change(owner.id);
    expect(refusal.status).toBe(401);
    expect(refusal.body.error.code).toBe("unauthorized");
    expect((await change(other.id)).status).toBe(200);
    const read = await call("GET", "/stories/{storyId}", {
      as: other,
      params: { storyId: story.id },
      headers: { "x-account": owner.id },
    });
    expect(read.status).toBe(200);
  });
});

describe("S27 responses that depend on the viewer are not cached", () => {
  it("S27 private and no-store, and the second viewer sees its own state", async () => {
    const { story, scenes } = await makeStory({ author: owner });
    const storyId = story.id;
    const calls = [
      ["/stories", {}],
      ["/stories/{storyId}", { storyId }],
      ["/stories/{storyId}/scenes", { storyId }],
      ["/stories/{storyId}/export", { storyId }],
      ["/likes/stories/{storyId}", { storyId }],
      ["/likes/scenes/{sceneId}", { sceneId: scenes[0]?.id ?? "" }],
      ["/users/{username}", { username: owner.username }],
    ] as const;
    for (const [path, params] of calls) {
      for (const as of [null, owner, other]) {
        const answer = await call("GET", path, { params, as });
        expect(answer.status).toBe(200);
        expect(answer.headers.get("cache-control"), path).toBe("private, no-store");
      }
    }
    await owner.post(`/likes/stories/${storyId}`);
    const liked = async (as: Person | null) =>
      (await (as ?? visitor).get(`/stories/${storyId}`)).body.data.likeStats;
    expect(await liked(owner)).toEqual({ likeCount: 1, isLikedByUser: true });
    expect(await liked(other)).toEqual({ likeCount: 1, isLikedByUser: false });
    expect(await liked(null)).toEqual({ likeCount: 1, isLikedByUser: false });
  });

  it("S27 private fields of the author are never sent to others", async () => {
    const { story } = await makeStory({ author: owner });
    for (const as of [null, other]) {
      const answer = await (as ?? visitor).get(`/stories/${story.id}`);
      expect(answer.text).not.toContain("secret prompt");
      expect(answer.text).not.toContain("@comics.test");
    }
    const own = await owner.get(`/stories/${story.id}`);
    expect(own.text).toContain("secret prompt");
    const profile = await visitor.get(`/users/${owner.username}`);
    expect(profile.text).not.toContain("@comics.test");
  });
});
