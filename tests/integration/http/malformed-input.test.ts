import { beforeAll, describe, expect, it } from "vitest";
import { expectRefused } from "./expect-refused";
import { bubble, call, makeStory, type Person, person, unknownId } from "./harness";

let owner: Person;
let other: Person;
beforeAll(async () => {
  owner = await person("owner");
  other = await person("other");
});

describe("S4 shapes outside of the contract", () => {
  it("S4 objects and lists where texts belong are refused", async () => {
    const { story, scenes } = await makeStory({ author: owner });
    for (const title of [{ not: "" }, ["a"], 1, true, null]) {
      await expectRefused(400, "POST", "/stories", {
        as: owner,
        body: { title, description: "D" },
      });
      await expectRefused(400, "PUT", "/stories/{storyId}", {
        as: owner,
        params: { storyId: story.id },
        body: { title },
      });
      await expectRefused(400, "PUT", "/scenes/{sceneId}", {
        as: owner,
        params: { sceneId: scenes[0]?.id ?? "" },
        body: { description: title },
      });
    }
    for (const body of [[], "text", 5, null, { storyId: { not: "" } }]) {
      await expectRefused(400, "POST", "/characters", { as: owner, body });
    }
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
      const answer = await expectRefused(400, "GET", "/stories", { query });
      expect(answer.body.message.length, query).toBeGreaterThan(5);
    }
  });

  it("S4 ids of another shape get the answer of an unknown one, and never reach the database", async () => {
    const unknown = await call("GET", "/stories/{storyId}", { params: { storyId: unknownId } });
    for (const storyId of ["nope", "1", "' OR 1=1", "00000000-0000-0000-0000-00000000000g"]) {
      const { body } = await expectRefused(404, "GET", "/stories/{storyId}", {
        params: { storyId },
      });
      expect(body).toEqual(unknown.body);
    }
    const { scenes } = await makeStory({ author: owner });
    for (const panelNumber of ["0", "7", "1.5", "one", "-1"]) {
      await expectRefused(404, "PUT", "/scenes/{sceneId}/panels/{panelNumber}", {
        as: owner,
        params: { sceneId: scenes[0]?.id ?? "", panelNumber },
        body: {},
      });
    }
  });

  it("S4 a search is treated as words, with any characters", async () => {
    for (const q of ["'", "a & | ! b", ":*", "\\", "(((", "%00", "<->", "ä ö ü", "💡"]) {
      const answer = await call("GET", "/stories", { query: `?q=${encodeURIComponent(q)}` });
      expect(answer.status, q).toBe(200);
    }
  });
});

describe("S17 markup and unusual characters stay text", () => {
  const odd =
    "</script><img src=x onerror=alert(1)> \u2028 \u202Egnitfihs {{7*7}} 'quoted' \\u0000";

  it("S17 is returned as it was sent, in JSON that no browser sniffs as a page", async () => {
    const { scenes } = await makeStory({ author: owner });
    const created = await call("POST", "/stories", {
      as: owner,
      body: { title: odd, description: odd, tags: [odd.slice(0, 50)] },
    });
    expect(created.status, created.text).toBe(201);
    const storyId = created.body.data._id;
    const read = await call("GET", "/stories/{storyId}", { as: owner, params: { storyId } });
    expect(read.body.data).toMatchObject({ title: odd, description: odd });
    expect(read.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const panel = await call("PUT", "/scenes/{sceneId}/panels/{panelNumber}", {
      as: owner,
      params: { sceneId: scenes[0]?.id ?? "", panelNumber: "1" },
      body: { textBubbles: [bubble(odd)] },
    });
    expect(panel.body.data.textBubbles[0].text).toBe(odd);
  });

  it("S17 an invalid character is refused instead of failing", async () => {
    const { story } = await makeStory({ author: owner });
    const body = { title: "zero \u0000 byte" };
    await expectRefused(400, "PUT", "/stories/{storyId}", {
      as: owner,
      params: { storyId: story.id },
      body,
    });
    await expectRefused(400, "POST", "/stories", {
      as: owner,
      body: { ...body, description: "D" },
    });
    await expectRefused(400, "GET", "/stories", { query: "?q=a%00b" });
    await expectRefused(400, "GET", "/stories", { query: "?tag=a%00b" });
    await expectRefused(404, "GET", "/users/{username}", { params: { username: "a\u0000b" } });
  });
});

describe("a page that was rendered for another account", () => {
  it("writes nothing as the account that has signed in since, and learns that its session is over", async () => {
    const { story } = await makeStory({ author: other });
    const change = (account: string) =>
      call("PUT", "/stories/{storyId}", {
        ...{ as: other, params: { storyId: story.id }, body: { title: "Written by another" } },
        headers: { "x-account": account },
      });
    const refusal = await change(owner.id);
    expect(refusal.status).toBe(401);
    expect(refusal.body.error.code).toBe("unauthorized");
    expect((await change(other.id)).status).toBe(200);
    const read = await call("GET", "/stories/{storyId}", {
      ...{ as: other, params: { storyId: story.id }, headers: { "x-account": owner.id } },
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
    await call("POST", "/likes/stories/{storyId}", { as: owner, params: { storyId } });
    const liked = async (as: Person | null) =>
      (await call("GET", "/stories/{storyId}", { as, params: { storyId } })).body.data.likeStats;
    expect(await liked(owner)).toEqual({ likeCount: 1, isLikedByUser: true });
    expect(await liked(other)).toEqual({ likeCount: 1, isLikedByUser: false });
    expect(await liked(null)).toEqual({ likeCount: 1, isLikedByUser: false });
  });

  it("S27 private fields of the author are never sent to others", async () => {
    const { story } = await makeStory({ author: owner });
    for (const as of [null, other]) {
      const answer = await call("GET", "/stories/{storyId}", { as, params: { storyId: story.id } });
      expect(answer.text).not.toContain("secret prompt");
      expect(answer.text).not.toContain("@comics.test");
    }
    const own = await call("GET", "/stories/{storyId}", {
      as: owner,
      params: { storyId: story.id },
    });
    expect(own.text).toContain("secret prompt");
    const profile = await call("GET", "/users/{username}", {
      params: { username: owner.username },
    });
    expect(profile.text).not.toContain("@comics.test");
  });
});
